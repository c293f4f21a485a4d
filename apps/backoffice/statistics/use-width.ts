import { type RefObject, useEffect, useState } from 'react'

/** The width of an element in pixels: a chart is drawn for its actual width, so that its text keeps its size. */
export function useWidth(of: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([seen]) => setWidth(Math.floor(seen?.contentRect.width ?? 0)))
    watch.observe(of.current!)
    return () => watch.disconnect()
  }, [of])
  return width
}

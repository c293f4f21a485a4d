import { type RefObject, useEffect, useState } from 'react'

/** How wide something is, in pixels: a chart is drawn for the room it has, so that its words keep their size. */
export function useWidth(of: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([seen]) => setWidth(Math.floor(seen?.contentRect.width ?? 0)))
    watch.observe(of.current!)
    return () => watch.disconnect()
  }, [of])
  return width
}

import { useEffect, useRef } from 'react'
import { Stage } from './zoom-pane.tsx'

/** One frame of a video as an image. It exists only in this page while it is shown. */
export interface Still {
  bitmap: ImageBitmap
  /** The video, and the position in seconds. */
  file_id: string
  at: number
}

export function StillPicture({ still, name, inHand }: { still: Still; name: string; inHand: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { bitmap } = still
  const { width, height } = bitmap
  useEffect(() => canvas.current!.getContext('2d')!.drawImage(bitmap, 0, 0), [bitmap])
  return (
    <Stage label={name} own={{ width, height }} inHand={inHand}>
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={name} />
    </Stage>
  )
}

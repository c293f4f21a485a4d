/** The view of an image: zoom, rotation, and offset from the centre of its frame. */
export interface Viewport {
  /** 1 fits the frame. */
  zoom: number
  /** Quarter turns clockwise. */
  turns: number
  x: number
  y: number
}

export interface ViewportSize {
  width: number
  height: number
}

export const whole: Viewport = { zoom: 1, turns: 0, x: 0, y: 0 }

const ZOOM_MAX = 12
export const ZOOM_STEP = 1.25

/** The scale at which the whole image fits the frame. */
export function fitting(own: ViewportSize, frame: ViewportSize, { turns }: Viewport): number {
  const across = turns % 2 === 0 ? own : { width: own.height, height: own.width }
  if (across.width === 0 || across.height === 0) return 1
  return Math.min(frame.width / across.width, frame.height / across.height)
}

/** Zooms by a factor. The point under the pointer, counted from the centre of the frame, stays there. */
export function zoomed(look: Viewport, factor: number, at = { x: 0, y: 0 }): Viewport {
  const zoom = Math.min(Math.max(look.zoom * factor, 1), ZOOM_MAX)
  if (zoom === 1) return { ...look, zoom, x: 0, y: 0 }
  const by = zoom / look.zoom
  return { ...look, zoom, x: at.x - (at.x - look.x) * by, y: at.y - (at.y - look.y) * by }
}

export const turned = (look: Viewport): Viewport => ({ ...whole, turns: (look.turns + 1) % 4 })

/** Moves it, but never completely out of the frame. */
export function moved(look: Viewport, x: number, y: number, frame: ViewportSize): Viewport {
  const far = (length: number) => (length * (look.zoom - 1)) / 2 + (look.zoom > 1 ? length / 4 : 0)
  return { ...look, x: within(look.x + x, far(frame.width)), y: within(look.y + y, far(frame.height)) }
}

const within = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit)

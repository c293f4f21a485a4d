import { Button } from '@eclusa/ui/components/button.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { papers } from './messages.ts'
import { fitting, moved, turned, type Viewport, type ViewportSize, whole, ZOOM_STEP, zoomed } from './viewport.ts'
import style from './zoom-pane.module.css'

const STEP_PX = 48
const LINE_PX = 33
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
}

interface ZoomPaneProps {
  /** Its label for screen readers. */
  label: string
  /** Its natural size, once it is known. */
  own: ViewportSize | undefined
  /** Whether the keyboard shortcuts apply to this one. */
  inHand: boolean
  /** Further controls. */
  tools?: ReactNode
  children: ReactNode
}

/** Viewport of an image or a video: zoom, rotation and movement by mouse, touch or keys. */
export function Stage({ label, own, inHand, tools, children }: ZoomPaneProps) {
  const say = useMessages(papers)
  const { number } = useFormats()
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const [room, setRoom] = useState<ViewportSize>({ width: 0, height: 0 })
  const [look, setLook] = useState<Viewport>(whole)
  const scale = own ? fitting(own, room, look) * look.zoom : 1

  const zoom = (factor: number, at?: { x: number; y: number }) => setLook((now) => zoomed(now, factor, at))
  const move = (x: number, y: number) => setLook((now) => moved(now, x, y, room))
  const actions = {
    larger: () => zoom(ZOOM_STEP),
    smaller: () => zoom(1 / ZOOM_STEP),
    turn: () => setLook(turned),
    fit: () => setLook(whole),
  }
  useKeys(
    inHand ? { '+': actions.larger, '=': actions.larger, '-': actions.smaller, r: actions.turn, '0': actions.fit } : {},
  )

  function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }) {
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const turnedBy = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1)
    // A pinch on a touchpad arrives as a wheel with Ctrl and smaller steps.
    zoom(Math.exp(-turnedBy / (event.ctrlKey ? 100 : 400)), fromMiddle(event))
  })
  useEffect(() => {
    const element = frame.current!
    const size = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }))
    size.observe(element)
    // React's wheel listener is passive and cannot prevent the page from scrolling.
    const wheel = (event: WheelEvent) => onWheel(event)
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      size.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [])

  function onPointerMove(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (!other) return move(now.x - before.x, now.y - before.y)
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }
    zoom(apart(now, other) / Math.max(apart(before, other), 1), fromMiddle(middle))
  }
  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

  function onKeyDown(event: KeyboardEvent): void {
    const way = arrows[event.key]
    if (!way || look.zoom === 1) return
    event.preventDefault()
    move(...way)
  }

  return (
    <div className={style.stage}>
      {/* Without a mouse it is moved by the arrow keys. */}
      <section
        ref={frame}
        className={style.frame}
        data-zoomed={look.zoom > 1}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => (look.zoom > 1 ? actions.fit() : zoom(ZOOM_STEP ** 4, fromMiddle(event)))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onPointerMove}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        <div
          className={style.shown}
          style={{ transform: `translate(${look.x}px, ${look.y}px) rotate(${look.turns * 90}deg) scale(${scale})` }}
        >
          {children}
        </div>
      </section>
      <div className={style.tools} role="toolbar" aria-label={say.tools}>
        {tools}
        <span className={style.look}>
          <Button
            look="quiet"
            icon="minus"
            aria-label={say.smaller}
            title={`${say.smaller} (−)`}
            onClick={actions.smaller}
          />
          <output className={style.zoom}>{number(Math.round(look.zoom * 100))}%</output>
          <Button
            look="quiet"
            icon="plus"
            aria-label={say.larger}
            title={`${say.larger} (+)`}
            onClick={actions.larger}
          />
          <Button look="quiet" icon="turn" aria-label={say.turn} title={`${say.turn} (R)`} onClick={actions.turn} />
          <Button look="quiet" icon="fit" aria-label={say.fit} title={`${say.fit} (0)`} onClick={actions.fit} />
        </span>
      </div>
    </div>
  )
}

const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y)

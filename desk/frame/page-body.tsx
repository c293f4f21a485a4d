import { type ReactNode, type Ref, useRef } from 'react'
import { Leap } from '../parts/leap.tsx'
import style from './page-body.module.css'

/** What is under the head of a page: its parts, one under another, or in two columns where the second says what to do. */
export function PageBody({
  children,
  side,
  leap,
  ref,
}: {
  children: ReactNode
  side?: ReactNode
  /** What the way to the second column is called, where that is not beside the first. */
  leap?: string
  ref?: Ref<HTMLDivElement>
}) {
  const there = useRef<HTMLDivElement>(null)
  return (
    <div ref={ref} className={`${style.body} ${side ? style.two : ''}`}>
      <div className={style.main}>{children}</div>
      {leap && <Leap to={there} name={leap} />}
      {side && (
        <div ref={there} className={style.side} tabIndex={-1}>
          {side}
        </div>
      )}
    </div>
  )
}

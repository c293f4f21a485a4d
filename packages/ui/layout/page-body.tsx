import { type ReactNode, type Ref, useRef } from 'react'
import { Leap } from '../components/skip-link.tsx'
import style from './page-body.module.css'

/** The body of a page: its parts below each other, or in two columns, where the second has the action. */
export function PageBody({
  children,
  side,
  leap,
  ref,
}: {
  children: ReactNode
  side?: ReactNode
  /** The label of the jump link to the second column on narrow screens. */
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

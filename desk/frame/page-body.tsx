import type { ReactNode, Ref } from 'react'
import style from './page-body.module.css'

/** What is under the head of a page: its parts, one under another, or in two columns where the second says what to do. */
export function PageBody({
  children,
  side,
  ref,
}: {
  children: ReactNode
  side?: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} className={`${style.body} ${side ? style.two : ''}`}>
      <div className={style.main}>{children}</div>
      {side && <div className={style.side}>{side}</div>}
    </div>
  )
}

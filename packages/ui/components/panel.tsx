import type { ReactNode } from 'react'
import style from './panel.module.css'

interface PanelProps {
  title?: string
  count?: number
  action?: ReactNode
  /** Its content has its own padding, such as a table. */
  flush?: boolean
  children: ReactNode
}

/** A section of a page, with a border. */
export function Panel({ title, count, action, flush = false, children }: PanelProps) {
  return (
    <section className={style.panel}>
      {title && (
        <header className={style.head}>
          <h2>
            {title}
            {count !== undefined && <span className={style.count}>{count}</span>}
          </h2>
          {action}
        </header>
      )}
      <div className={flush ? undefined : style.body}>{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'
import style from './facts.module.css'

/** A list of facts under a heading: label and value. */
export function Facts({ title, children, action }: { title?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className={style.facts}>
      {title && (
        <header className={style.head}>
          <h2>{title}</h2>
          {action}
        </header>
      )}
      <dl className={style.list}>{children}</dl>
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={style.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

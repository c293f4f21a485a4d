import type { ReactNode } from 'react'
import style from './page-head.module.css'

/** The name of a page, and what can be done on all of it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={style.head}>
      <title>{`${title} · Eclusa`}</title>
      <h1>{title}</h1>
      {children}
    </header>
  )
}

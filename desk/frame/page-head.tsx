import type { ReactNode } from 'react'
import style from './page-head.module.css'

interface Props {
  title: string
  /** The way back, where the page shows one of many. */
  back?: ReactNode
  /** States and choices beside the name. */
  children?: ReactNode
  /** What can be done on all of it. */
  actions?: ReactNode
}

/** The name of a page, and what can be done on all of it. */
export function PageHead({ title, back, children, actions }: Props) {
  return (
    <header className={style.head}>
      <title>{`${title} · Eclusa`}</title>
      {back}
      <h1>{title}</h1>
      {children}
      {actions && <span className={style.end}>{actions}</span>}
    </header>
  )
}

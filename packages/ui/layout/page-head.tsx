import type { ReactNode } from 'react'
import style from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** The back link, where the page shows one item of a list. */
  back?: ReactNode
  /** States and choices beside the name. */
  children?: ReactNode
  /** Actions on the whole page. */
  actions?: ReactNode
}

/** The name of a page, and the actions on it. */
export function PageHead({ title, back, children, actions }: PageHeadProps) {
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

import type { ReactNode } from 'react'
import style from './views.module.css'

/** Links to the views of one page: the one that is shown is marked, as in the navigation. */
export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.views} aria-label={label}>
      {children}
    </nav>
  )
}

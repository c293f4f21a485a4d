import type { ReactNode } from 'react'
import style from './views.module.css'

/** A view is shown when all of its address is, and not a part. */
export const exactly = { exact: true }

/** Links to the views of one page: the one that is shown is marked, as in the navigation. */
export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.views} aria-label={label}>
      {children}
    </nav>
  )
}

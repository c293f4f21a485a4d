import type { ReactNode } from 'react'
import style from './tabs.module.css'

/** A view is selected when the whole URL matches, and not only a part. */
export const exactly = { exact: true }

/** Links to the views of one page. The selected one is marked, as in the navigation. */
export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.views} aria-label={label}>
      {children}
    </nav>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import style from './page-head.module.css'

/** The way back from one to the list it is of: around the link that leads there. */
export function Back({ children }: { children: ReactNode }) {
  return (
    <span className={style.back}>
      <Icon name="left" />
      {children}
    </span>
  )
}

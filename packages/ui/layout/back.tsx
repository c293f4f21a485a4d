import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import style from './page-head.module.css'

/** The link from an item back to its list. */
export function Back({ children }: { children: ReactNode }) {
  return (
    <span className={style.back}>
      <Icon name="left" />
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import style from './badge.module.css'

export type Variant = 'plain' | 'accent' | 'good' | 'warn' | 'bad'

/** A state as a word. The colour only repeats it. */
export function Badge({ tone = 'plain', children }: { tone?: Variant; children: ReactNode }) {
  return <span className={`${style.badge} ${style[tone]}`}>{children}</span>
}

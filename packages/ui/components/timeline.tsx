import type { ReactNode } from 'react'
import { useFormats } from '../i18n/format.ts'
import type { Variant } from './badge.tsx'
import style from './timeline.module.css'

export interface Happening {
  /** Unlike that of all others. */
  key: string
  at: string
  what: string
  /** The actor: a person of the desk, a user, or a part of the gateway. */
  by?: string | undefined
  reason?: string | undefined
  detail?: ReactNode
  tone?: Variant
  /** The key by which two entries are grouped. */
  alike?: string
}

/** The timeline, newest first, with actor and reason. */
export function Timeline({ happenings }: { happenings: Happening[] }) {
  const { precise } = useFormats()
  return (
    <ol className={style.timeline}>
      {happenings.map(({ key, at, what, by, reason, detail, tone = 'plain' }) => (
        <li key={key} className={`${style.happening} ${style[tone]}`}>
          <p className={style.head}>
            <span className={style.what}>{what}</span>
            {by && <span className={style.by}>{by}</span>}
            <time className={style.at} dateTime={at}>
              {precise(at)}
            </time>
          </p>
          {reason && <p className={style.reason}>{reason}</p>}
          {detail && <div className={style.detail}>{detail}</div>}
        </li>
      ))}
    </ol>
  )
}

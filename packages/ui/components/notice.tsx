import type { ReactNode } from 'react'
import { ApiError } from '../api/problem.ts'
import { defineMessages, useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import type { Variant } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'
import style from './notice.module.css'

const icons: Partial<Record<Variant, IconName>> = { good: 'check', warn: 'warning', bad: 'warning' }

interface NoticeProps {
  tone?: Variant
  title?: string
  children?: ReactNode
  /** Possible actions. */
  action?: ReactNode
}

/** A notice in the place where it matters. */
export function Notice({ tone = 'plain', title, children, action }: NoticeProps) {
  const icon = icons[tone]
  return (
    <div className={`${style.notice} ${style[tone]}`} role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} />}
      <div className={style.body}>
        {title && <p className={style.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={style.action}>{action}</div>}
      </div>
    </div>
  )
}

const lost = defineMessages({
  'pt-BR': {
    title: 'Sem resposta',
    detail: 'O resultado é desconhecido. Tentaremos novamente quando a conexão voltar.',
  },
  'en-US': {
    title: 'No response',
    detail: 'The outcome is unknown. We try again when the connection is back.',
  },
})

/** An error in the API's texts, with the request id for support. */
export function Refusal({ error, action }: { error: unknown; action?: ReactNode }) {
  const { title, detail } = useMessages(lost)
  const { supportNumber } = useMessages(shared)
  if (!(error instanceof ApiError))
    return (
      <Notice tone="bad" title={title} action={action}>
        {detail}
      </Notice>
    )
  return (
    <Notice tone="bad" title={error.title} action={action}>
      <p>{error.detail}</p>
      {error.errors.length > 0 && (
        <ul className={style.broken}>
          {error.errors.map((one) => (
            <li key={`${one.pointer} ${one.code}`}>{one.detail}</li>
          ))}
        </ul>
      )}
      <p className={style.number}>
        {error.code} · {supportNumber}: {error.request_id}
      </p>
    </Notice>
  )
}

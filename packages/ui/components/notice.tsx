import type { ReactNode } from 'react'
import { Problem } from '../api/problem.ts'
import { useWords, words } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import type { Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'
import style from './notice.module.css'

const icons: Partial<Record<Tone, IconName>> = { good: 'check', warn: 'warning', bad: 'warning' }

interface Props {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** Possible actions. */
  action?: ReactNode
}

/** A notice in the place where it matters. */
export function Notice({ tone = 'plain', title, children, action }: Props) {
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

const lost = words({
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
  const { title, detail } = useWords(lost)
  const { supportNumber } = useWords(shared)
  if (!(error instanceof Problem))
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

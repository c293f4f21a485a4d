import { useState } from 'react'
import { useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import style from './copyable-id.module.css'
import { Icon } from './icon.tsx'

const SHORT = 8
const SAID_MS = 1_500

/** An id by its last characters, which differ most. Copying copies all of it. */
export function Id({ value, whole = false }: { value: string; whole?: boolean }) {
  const { copy, copied } = useMessages(shared)
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className={style.id}
      title={value}
      onClick={() => {
        void navigator.clipboard.writeText(value).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), SAID_MS)
        })
      }}
    >
      <span className="said">{copy} </span>
      <span className={whole ? undefined : style.short}>{whole ? value : `…${value.slice(-SHORT)}`}</span>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span className="said" role="status">
        {isCopied ? copied : ''}
      </span>
    </button>
  )
}

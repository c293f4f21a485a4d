import { useState } from 'react'
import { defineMessages, useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import style from './shown-once.module.css'

const told = defineMessages({
  'pt-BR': {
    title: 'Chave de API, exibida somente agora',
    detail: 'Copie a chave e entregue-a por um canal seguro. Ela não será exibida novamente.',
  },
  'en-US': {
    title: 'API key, shown only now',
    detail: 'Copy the key and deliver it through a secure channel. It is not shown again.',
  },
})

interface ShownOnceProps {
  value: string
  /** What it is and how to use it, where it is not a key. */
  said?: { title: string; detail: string }
}

/** A secret that is returned once and never shown again. These pages do not store it either. */
export function ShownOnce({ value, said }: ShownOnceProps) {
  const ofKey = useMessages(told)
  const say = said ?? ofKey
  const { copy, copied } = useMessages(shared)
  const [isCopied, setCopied] = useState(false)
  return (
    <Notice
      tone="warn"
      title={say.title}
      action={
        <Button
          icon={isCopied ? 'check' : 'copy'}
          onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        >
          {isCopied ? copied : copy}
        </Button>
      }
    >
      {say.detail}
      <code className={style.secret}>{value}</code>
    </Notice>
  )
}

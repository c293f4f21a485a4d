import { Button } from '@eclusa/ui/components/button.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useState } from 'react'
import style from './payload.module.css'

const INDENT = 2

/** A payload as it is sent, in JSON. */
export function Payload({ title, value }: { title: string; value: unknown }) {
  const { copy, copied } = useMessages(shared)
  const [isCopied, setCopied] = useState(false)
  const text = JSON.stringify(value, undefined, INDENT)
  return (
    <Panel
      title={title}
      action={
        <Button
          look="quiet"
          icon={isCopied ? 'check' : 'copy'}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? copied : copy}
        </Button>
      }
      flush
    >
      {/* Scrollable by keyboard. */}
      <pre className={style.payload} tabIndex={0} role="region" aria-label={title}>
        {text}
      </pre>
    </Panel>
  )
}

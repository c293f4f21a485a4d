import { useState } from 'react'
import { Button } from '../../desk/parts/button.tsx'
import { Panel } from '../../desk/parts/panel.tsx'
import { useWords } from '../../desk/words/language.ts'
import { shared } from '../../desk/words/shared.ts'
import style from './payload.module.css'

const INDENT = 2

/** A payload as it is sent, in JSON. */
export function Payload({ title, value }: { title: string; value: unknown }) {
  const { copy, copied } = useWords(shared)
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

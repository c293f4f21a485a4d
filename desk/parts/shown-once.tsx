import { useState } from 'react'
import { useWords, words } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import style from './shown-once.module.css'

const told = words({
  'pt-BR': {
    title: 'A chave, mostrada só desta vez',
    detail: 'Copie agora e entregue por um caminho que ninguém mais leia. Depois de sair daqui ninguém a vê de novo.',
  },
  'en-US': {
    title: 'The key, shown this once',
    detail: 'Copy it now and hand it over where nobody else reads. Once you leave here nobody sees it again.',
  },
})

interface Props {
  value: string
  /** What it is and how to use it, where it is not a key. */
  said?: { title: string; detail: string }
}

/** A secret that is returned once and never shown again. These pages do not store it either. */
export function ShownOnce({ value, said }: Props) {
  const ofKey = useWords(told)
  const say = said ?? ofKey
  const { copy, copied } = useWords(shared)
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

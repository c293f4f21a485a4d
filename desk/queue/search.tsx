import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { answer, desk, type Schemas } from '../contract/client.ts'
import { Problem } from '../contract/problem.ts'
import { Icon } from '../parts/icon.tsx'
import { KeyCap } from '../parts/key-cap.tsx'
import { tell } from '../parts/toast.tsx'
import { useWords } from '../words/language.ts'
import type { Row } from './case-list.ts'
import style from './search.module.css'
import { queue } from './words.ts'

/** By what somebody looks: an id and an end-to-end id have a form of their own, and what has none is a document. */
export function readSearch(written: string): Schemas['CaseSearch'] {
  const text = written.trim()
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return { id: text }
  if (/^[ED][0-9A-Za-z]{31}$/.test(text)) return { end_to_end_id: text }
  // A CPF or CNPJ is registered without what is written between its digits.
  const bare = text.replaceAll(/[.\-/\s]/g, '')
  return { document: /^(\d{11}|[0-9A-Z]{12}\d{2})$/i.test(bare) ? bare.toUpperCase() : text }
}

interface Props {
  field: RefObject<HTMLInputElement | null>
  onFound: (rows: Row[]) => void
}

/** The exact search. What is looked for is sent in a body, and stands in no address. */
export function Search({ field, onFound }: Props) {
  const say = useWords(queue)
  const [written, setWritten] = useState('')
  const search = useMutation({
    mutationFn: (text: string) => answer(desk.POST('/v1/cases/search', { body: readSearch(text) })),
    onSuccess: ({ data }) => onFound(data),
    onError: (error) => tell(error instanceof Problem ? error.detail : String(error), 'bad'),
  })
  return (
    <form
      className={style.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (written.trim() !== '') search.mutate(written)
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        className={style.field}
        type="search"
        aria-label={say.search}
        placeholder={say.search}
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={written}
        aria-busy={search.isPending}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <KeyCap>/</KeyCap>
    </form>
  )
}

import { ApiError } from '@eclusa/ui/api/problem.ts'
import { Icon } from '@eclusa/ui/components/icon.tsx'
import { KeyCap } from '@eclusa/ui/components/key-cap.tsx'
import style from '@eclusa/ui/components/search.module.css'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { answer, desk } from '../api/client.ts'
import { useMay } from '../api/queries.ts'
import type { CaseListRow } from './case-list.ts'
import { queue } from './messages.ts'
import { readSearch } from './read-search.ts'

interface QueueProps {
  field: RefObject<HTMLInputElement | null>
  onFound: (rows: CaseListRow[]) => void
}

/** Exact search. The text is sent in a body and is never in a URL. */
export function Search({ field, onFound }: QueueProps) {
  const say = useMessages(queue)
  const [written, setWritten] = useState('')
  const mayByDocument = useMay('analyst', 'approver')
  const label = mayByDocument ? say.search : say.searchById
  const search = useMutation({
    mutationFn: (text: string) => answer(desk.POST('/v1/cases/search', { body: readSearch(text) })),
    onSuccess: ({ data }) => onFound(data),
    onError: (error) => tell(error instanceof ApiError ? error.detail : String(error), 'bad'),
  })
  return (
    <form
      className={style.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (written.trim() === '') return
        if (!mayByDocument && 'document' in readSearch(written)) return tell(say.notByDocument, 'warn')
        search.mutate(written)
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        className={style.field}
        type="search"
        aria-label={label}
        placeholder={label}
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

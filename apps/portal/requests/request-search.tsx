import { Icon } from '@eclusa/ui/components/icon.tsx'
import { KeyCap } from '@eclusa/ui/components/key-cap.tsx'
import style from '@eclusa/ui/components/search.module.css'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ID_PATTERN } from '../components/search.ts'
import { requests } from './messages.ts'

/** Search by a request id from one's own log. */
export function RequestSearch() {
  const say = useMessages(requests)
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  return (
    <form
      className={style.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const request_id = field.current!.value.trim()
        if (request_id !== '') void navigate({ to: '/requests/$request_id', params: { request_id } })
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        className={style.field}
        type="search"
        aria-label={say.search}
        placeholder={say.search}
        pattern={`\\s*${ID_PATTERN}\\s*`}
        title={say.searchHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
      />
      <KeyCap>/</KeyCap>
    </form>
  )
}

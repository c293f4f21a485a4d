import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Icon } from '../../desk/parts/icon.tsx'
import { KeyCap } from '../../desk/parts/key-cap.tsx'
import { useKeys } from '../../desk/parts/keys.tsx'
import style from '../../desk/queue/search.module.css'
import { useWords } from '../../desk/words/language.ts'
import { ID_PATTERN } from '../parts/search.ts'
import { requests } from './words.ts'

/** Search by a request id from one's own log. */
export function RequestSearch() {
  const say = useWords(requests)
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

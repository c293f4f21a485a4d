import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { keyOf, placeOf } from '../cases/case-key.ts'
import type { CaseListRow } from './case-list.ts'
import { CaseRow } from './case-row.tsx'
import style from './case-rows.module.css'
import { queue } from './messages.ts'

const PLACES = Array.from({ length: 10 }, (_, index) => index)

/** A list of cases with a keyboard cursor: j and k move it. */
export function CaseRows({ rows, label }: { rows: CaseListRow[] | undefined; label: string }) {
  const say = useMessages(queue)
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(-1)

  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
  const move = (step: number) => {
    const here = links()
    const next = Math.max(0, Math.min(here.length - 1, at + step))
    here[next]?.focus()
    here[next]?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    // A focused link opens by itself. This is for the moment after a dialog was closed.
    o: () => rows?.[at] && void navigate(placeOf(keyOf(rows[at]))),
    a: () => list.current?.children[at]?.querySelector('button')?.click(),
  })

  if (rows?.length === 0)
    return (
      <div className={style.empty}>
        <h2>{say.empty}</h2>
        <p>{say.emptyDetail}</p>
      </div>
    )
  return (
    <div className={style.table}>
      <div className={style.names} aria-hidden="true">
        <span>{say.due}</span>
        <span>{say.item}</span>
        <span className={style.subject}>{say.subject}</span>
        <span className={style.number}>{say.amount}</span>
        <span className={style.opened}>{say.opened}</span>
        <span className={style.id}>{say.id}</span>
        <span>{say.hand}</span>
      </div>
      {rows ? (
        <ol ref={list} className={style.rows} aria-label={label}>
          {rows.map((row, index) => (
            <CaseRow key={`${row.kind} ${row.id} ${row.user_id}`} row={row} onFocus={() => setAt(index)} />
          ))}
        </ol>
      ) : (
        PLACES.map((place) => <div key={place} className={style.place} aria-hidden="true" />)
      )}
    </div>
  )
}

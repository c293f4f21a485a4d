import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useMay } from '../api/queries.ts'
import { keyOf, placeOf } from '../cases/case-key.ts'
import { onboardings } from '../cases/onboarding/messages.ts'
import { useAssign } from '../cases/use-assign.tsx'
import type { CaseListRow } from './case-list.ts'
import style from './case-rows.module.css'
import { queue } from './messages.ts'

const SHORT = 8

/** One case of the queue. A decided case stays in its place, in gray, until the list is loaded again. */
export const CaseRow = memo(function CaseRow({ row, onFocus }: { row: CaseListRow; onFocus: () => void }) {
  const say = useMessages(queue)
  const { kinds } = useMessages(shared)
  const { steps } = useMessages(onboardings)
  const { moment, country } = useFormats()
  const { isMine, assign, busy, dialog } = useAssign(row)
  const subject = row.subject?.replaceAll('*', '•')
  const isFollowed = row.waiting && !row.decidable && !row.proposal_id
  const canTake = useMay('analyst', 'approver') && row.waiting
  return (
    <li className={`${style.row} ${row.waiting ? '' : style.over}`}>
      <Link {...placeOf(keyOf(row))} className={style.link} onFocus={onFocus} preload={false}>
        <span className={style.due}>{row.waiting ? <Deadline at={row.deadline} /> : <Badge>{say.over}</Badge>}</span>
        <span className={style.kind}>
          {said(kinds, row.kind)}
          {row.topic && <span className={style.topic}>{said({ ...say.topics, ...steps }, country(row.topic))}</span>}
        </span>
        <span className={style.subject} title={subject}>
          {subject}
        </span>
        <span className={style.number}>{row.amount !== undefined && <Money cents={row.amount} />}</span>
        <span className={style.opened}>{moment(row.opened_at)}</span>
        <span className={style.id}>…{row.id.slice(-SHORT)}</span>
        <span className={style.hand}>
          {row.proposal_id && <Badge tone="accent">{say.proposed}</Badge>}
          {isFollowed && <Badge>{say.followed}</Badge>}
          {row.assigned_to === undefined ? (
            !row.proposal_id && !isFollowed && <span className={style.nobody}>{say.nobody}</span>
          ) : isMine ? (
            <strong>{say.you}</strong>
          ) : (
            row.assigned_name
          )}
        </span>
      </Link>
      {canTake && (
        <button type="button" className={style.take} disabled={busy} onClick={() => assign()} onFocus={onFocus}>
          {isMine ? say.release : say.take}
        </button>
      )}
      {dialog}
    </li>
  )
})

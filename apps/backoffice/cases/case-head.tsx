import { Button } from '@eclusa/ui/components/button.tsx'
import { Id } from '@eclusa/ui/components/copyable-id.tsx'
import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Icon } from '@eclusa/ui/components/icon.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/queries.ts'
import { lastFilters } from '../queue/filters.ts'
import { useNextCase } from '../queue/next-case.ts'
import style from './case-head.module.css'
import { cases } from './messages.ts'
import { useAssign } from './use-assign.tsx'
import { useCase } from './use-case.ts'

/** The head of a case: its kind, deadline and assignee, and the link to the next case. */
export function CaseHead({ children }: { children: ReactNode }) {
  const say = useMessages(cases)
  const { kinds } = useMessages(shared)
  const { key, row, askToReveal } = useCase()
  const navigate = useNavigate()
  const next = useNextCase(row)
  const mayTake = useMay('analyst', 'approver')
  const { assign, isMine, busy, dialog } = useAssign(row)
  const name = said({ ...kinds, ...say.unqueued }, key.kind)
  const canTake = mayTake && row?.waiting
  useKeys({
    n: () => void next.go(),
    Escape: () => void navigate({ to: '/', search: lastFilters.now() }),
    ...(canTake && { a: () => assign() }),
  })
  useCommands([
    { name: say.next, icon: 'right', run: () => void next.go() },
    ...(canTake ? [{ name: isMine ? say.release : say.take, icon: 'hand' as const, run: () => assign() }] : []),
    ...(askToReveal ? [{ name: say.reveal, icon: 'eye' as const, run: askToReveal }] : []),
  ])
  return (
    <header className={style.head}>
      <title>{`${name} · Eclusa`}</title>
      <Link to="/" search={lastFilters.now()} className={style.back}>
        <Icon name="left" />
        {say.back}
      </Link>
      <h1 className={style.name}>{name}</h1>
      <span className={style.id}>
        <Id value={key.id} />
      </span>
      {children}
      {row?.waiting && <Deadline at={row.deadline} />}
      <span className={style.end}>
        {row?.assigned_name && (
          <span className={style.hand}>{isMine ? say.mine : say.inHandOf(row.assigned_name)}</span>
        )}
        {canTake && (
          <Button icon="hand" shortcut="A" busy={busy} onClick={() => assign()}>
            {isMine ? say.release : say.take}
          </Button>
        )}
        <Button shortcut="N" onClick={() => void next.go()}>
          {say.next}
        </Button>
      </span>
      {dialog}
    </header>
  )
}

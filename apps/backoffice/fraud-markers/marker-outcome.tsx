import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link } from '@tanstack/react-router'
import type { DecisionOutcome } from '../api/client.ts'
import { marks } from './messages.ts'

/** The result: done, or waiting for a second person. */
export function MarkOutcome({ outcome, done }: { outcome: DecisionOutcome<unknown>; done: string }) {
  const say = useMessages(marks)
  if ('done' in outcome) return <Notice tone="good" title={done} />
  return (
    <Notice
      tone="accent"
      title={say.proposed}
      action={
        <Link to="/proposals/$id" params={{ id: outcome.proposed.id }}>
          {say.toProposal}
        </Link>
      }
    />
  )
}

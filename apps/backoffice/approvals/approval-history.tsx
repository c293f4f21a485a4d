import { type Happening, Timeline } from '@eclusa/ui/components/timeline.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { tones } from './approval-status.tsx'
import { proposals } from './messages.ts'
import type { Proposal } from './queries.ts'

export function ProposalHistory({ proposal }: { proposal: Proposal }) {
  const say = useMessages(proposals)
  const { created_at, proposed_by_name, reason, status, ended_at, ended_by_name, ended_reason, lapses_at } = proposal
  const proposed: Happening = { key: 'proposed', at: created_at, what: say.proposed, by: proposed_by_name, reason }
  const ended: Happening = {
    key: 'ended',
    at: ended_at ?? lapses_at,
    what: ended_at ? said(say.status, status) : say.lapsed,
    by: ended_by_name,
    reason: ended_reason,
    tone: tones[status] ?? 'plain',
  }
  return <Timeline happenings={status === 'PENDING' ? [proposed] : [ended, proposed]} />
}

import { Panel } from '@eclusa/ui/components/panel.tsx'
import { type Language, language, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useMay } from '../api/queries.ts'
import { clientTeller } from '../cases/client/client-timeline-text.ts'
import { infractions } from '../cases/infraction/messages.ts'
import { onboardingTeller } from '../cases/onboarding/onboarding-timeline-text.ts'
import { pixTeller } from '../pix/pix-timeline-text.ts'
import { CaseTimeline } from '../timeline/case-timeline.tsx'
import type { ShownTimelineEntry, TimelineFormatter, TimelineKey } from '../timeline/timeline-text.ts'
import { proposals } from './messages.ts'
import { type ProposalCase, proposalsKey } from './queries.ts'

/** The timeline texts of each kind of case that has proposals. */
const tellers: Partial<Record<string, (spoken: Language) => TimelineFormatter>> = {
  client: clientTeller,
  account: clientTeller,
  infraction: (spoken) => pixTeller(spoken, infractions[spoken].statuses),
  onboarding: (spoken) => onboardingTeller(spoken, { steps: [], representatives: [] }),
}

/** Reveals and assignments do not change the case. */
const onlyLooked = /^(reveal|assign|show|open)/

/** What happened to the case between the proposal and now, by part and actor. */
export function SinceProposal({ proposal }: { proposal: ProposalCase }) {
  const say = useMessages(proposals)
  const spoken = language.use()
  const may = useMay('viewer', 'analyst', 'approver')
  const { id, subject_type, subject_id, user_id, created_at, now } = proposal
  const teller = tellers[subject_type]
  if (!may || !teller) return null
  const story: TimelineKey = { kind: subject_type as 'client', id: subject_id, ...(user_id && { user_id }) }
  const isSince = ({ at, what, told_by, proposal_id }: ShownTimelineEntry) =>
    at > created_at && proposal_id !== id && !(told_by === 'journal' && onlyLooked.test(what))
  return (
    <Panel title={say.since}>
      <CaseTimeline
        caseKey={[...proposalsKey, 'since', id, now?.stands]}
        story={story}
        teller={teller(spoken)}
        revealed={false}
        only={isSince}
        empty={say.nothingSince}
      />
    </Panel>
  )
}

import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CaseKey } from '../cases/case-key.ts'
import { decisions } from '../i18n/decisions.ts'
import { proposals } from './messages.ts'
import { type Proposal, waitingAbout } from './queries.ts'

/**
 * Decisions about a case that wait for a second person. While there is one, the case cannot be decided, and the form is
 * hidden.
 */
export function useWaitingOnCase({ kind, id, under_id }: CaseKey): Proposal[] {
  // A step is decided in the name of its onboarding.
  const isStep = kind === 'onboarding_step' && under_id !== undefined
  const { data } = useQuery(waitingAbout(isStep ? under_id : id))
  return data?.data.filter(({ changes }) => !isStep || changes['step_id'] === id) ?? []
}

/** The proposed act, its proposer and its expiry. */
export function WaitingOnCase({ waiting }: { waiting: Proposal[] }) {
  const say = useMessages(proposals)
  const named = useMessages(decisions)
  const { moment } = useFormats()
  return waiting.map((proposal) => (
    <Notice
      key={proposal.id}
      tone="accent"
      title={say.waits(said(named, proposal.operation))}
      action={
        <Link to="/proposals/$id" params={{ id: proposal.id }}>
          {say.see}
        </Link>
      }
    >
      {say.waitsDetail(proposal.proposed_by_name, moment(proposal.lapses_at))}
    </Notice>
  ))
}

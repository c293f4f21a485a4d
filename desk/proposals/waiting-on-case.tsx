import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CaseKey } from '../cases/case-key.ts'
import { Notice } from '../parts/notice.tsx'
import { useFormats } from '../words/format.ts'
import { said, useWords } from '../words/language.ts'
import { waitingAbout } from './queries.ts'
import { proposals } from './words.ts'

/** What somebody proposed about a case and nobody has decided: on the case itself, so that it is not decided twice. */
export function WaitingOnCase({ caseKey: { kind, id, under_id } }: { caseKey: CaseKey }) {
  const say = useWords(proposals)
  const { moment } = useFormats()
  // A step is decided in the name of its onboarding.
  const isStep = kind === 'onboarding_step' && under_id !== undefined
  const { data } = useQuery(waitingAbout(isStep ? under_id : id))
  return data?.data
    .filter(({ changes }) => !isStep || changes['step_id'] === id)
    .map((proposal) => (
      <Notice
        key={proposal.id}
        tone="accent"
        title={say.waits(said(say.decisions, proposal.operation))}
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

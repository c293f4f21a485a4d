import { isProblem } from '@eclusa/ui/api/problem.ts'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../api/client.ts'
import { useMay, useMe } from '../api/queries.ts'
import { VerdictForm } from '../cases/decision-form.tsx'
import type { Effect } from '../cases/verdicts.ts'
import style from './approval.module.css'
import { proposals } from './messages.ts'
import { type ProposalCase, proposalsKey } from './queries.ts'

type ApprovalVerb = 'approve' | 'decline' | 'withdraw'

const effects: Record<ApprovalVerb, Effect> = { approve: 'favourable', decline: 'destructive', withdraw: 'other' }

interface ApprovalDecisionProps {
  proposal: ProposalCase
  /** The response to an approval: it may contain a secret that is shown only once. */
  onApproved: (approval: Schemas['Approval']) => void
}

/** How the current person can end a waiting proposal. */
export function ProposalDecision({ proposal, onApproved }: ApprovalDecisionProps) {
  const say = useMessages(proposals)
  const me = useMe()
  const mayApprove = useMay('approver')
  const mayWithdraw = useMay('analyst', 'operator')
  const isMine = proposal.proposed_by === me.id
  // A proposal that would fail is not offered for approval; the page shows why beside the changes.
  const stands = proposal.now?.stands ?? true
  const ends: ApprovalVerb[] = isMine
    ? mayWithdraw
      ? ['withdraw']
      : []
    : mayApprove
      ? stands
        ? ['approve', 'decline']
        : ['decline']
      : []
  const send = useEnding(proposal.id, onApproved)
  return (
    <div className={style.told}>
      {isMine && <Notice title={say.own}>{say.ownDetail}</Notice>}
      {!isMine && !mayApprove && <p className={style.only}>{say.onlyLook}</p>}
      {ends.length > 0 && (
        <VerdictForm
          options={ends.map((value) => ({
            value,
            effect: effects[value],
            ...say.verdicts[value],
            atHand: say.atHand[value],
          }))}
          send={({ value }, reason) => send(value, reason)}
        />
      )}
    </div>
  )
}

function useEnding(proposal_id: string, onApproved: ApprovalDecisionProps['onApproved']) {
  const say = useMessages(proposals)
  const queries = useQueryClient()
  const asked = (reason: string) => ({ params: { path: { proposal_id } }, body: { reason } })
  const ask: Record<ApprovalVerb, (reason: string) => Promise<unknown>> = {
    approve: async (reason) =>
      onApproved(await answer(desk.POST('/v1/proposals/{proposal_id}/approve', asked(reason)))),
    decline: (reason) => answer(desk.POST('/v1/proposals/{proposal_id}/decline', asked(reason))),
    withdraw: (reason) => answer(desk.POST('/v1/proposals/{proposal_id}/withdraw', asked(reason))),
  }
  return async (end: ApprovalVerb, reason: string): Promise<void> => {
    try {
      await ask[end](reason)
      tell(say.told[end])
    } catch (thrown) {
      // After a conflict: the page shows how it ended.
      if (!isProblem(thrown, 'PROPOSAL_STALE') && !isProblem(thrown, 'PROPOSAL_ENDED')) throw thrown
      tell(thrown.title, 'warn')
    }
    await queries.invalidateQueries({ queryKey: proposalsKey })
    // The approved act has changed a case.
    void queries.invalidateQueries({ queryKey: ['case'] })
    void queries.invalidateQueries({ queryKey: ['cases', 'counts'] })
  }
}

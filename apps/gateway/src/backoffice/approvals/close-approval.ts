import { forUpdate } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import type { Person } from '../auth/person.ts'
import type { ActionResult, AuditedAction } from '../backoffice-route.ts'
import type { Proposal } from './approval.ts'
import { findProposal, type StoredProposal, saveEnd } from './approval-store.ts'
import { proposalEnded, proposalNotFound } from './errors.ts'

interface ApprovalClosing {
  status: 'APPROVED' | 'DECLINED' | 'WITHDRAWN' | 'STALE'
  by: Person
  reason: string
  refusal?: string
}

/** Locked until the transaction ends: of two concurrent attempts to end it, one succeeds, and the other gets its result. */
export async function holdProposal(tx: Tx, id: string): Promise<StoredProposal> {
  const proposal = found(await findProposal(tx, id, tx.now, forUpdate), proposalNotFound)
  refuseEnded(proposal)
  return proposal
}

export function refuseEnded({ status, ended_by_name }: Proposal): void {
  if (status !== 'PENDING')
    throw proposalEnded({ members: { proposal_status: status, ...(ended_by_name && { ended_by_name }) } })
}

/** Ends the locked proposal. Returns its journal values: both people, and the result. */
export function endHeld(tx: Tx, held: StoredProposal, { status, by, reason, refusal }: ApprovalClosing) {
  const { sealed: _, ...proposal } = held
  const ended: Proposal = {
    ...proposal,
    status,
    ended_at: tx.now.toISOString(),
    ended_by: by.id,
    ended_by_name: by.name,
    ended_reason: reason,
    refusal: refusal ?? null,
  }
  saveEnd(tx, ended, by.kind)
  const { proposed_by, proposed_by_name, reason: proposed_reason } = proposal
  return {
    ended,
    changes: {
      proposal: ['PENDING', status],
      proposed_by,
      proposed_by_name,
      proposed_reason,
      ...(refusal && { refusal }),
    },
    records: [{ table: 'proposals', key: proposal.id }],
  }
}

/** The act of ending a proposal without carrying it out. */
export function endingOf(proposal: Proposal, end: ApprovalClosing): AuditedAction<Proposal> {
  return {
    ...(proposal.user_id !== null && { user_id: proposal.user_id }),
    subject: { type: proposal.subject_type, id: proposal.subject_id },
    reason: end.reason,
    proposal_id: proposal.id,
    async work(tx): Promise<ActionResult<Proposal>> {
      const { ended, changes, records } = endHeld(tx, await holdProposal(tx, proposal.id), end)
      return { answer: ended, changes, records }
    },
  }
}

import { uuidv7 } from '../../platform/ids.ts'
import { type Actor, perform } from '../audited-action.ts'
import type { AuditedAction } from '../backoffice-route.ts'
import type { Desk } from '../services.ts'
import type { EncryptedApproval, Proposal } from './approval.ts'
import { findWaiting, insertProposal } from './approval-store.ts'
import { proposalWaits } from './errors.ts'

/** The purpose of the key for encrypted parts. Another text gives another key. */
export const PROPOSALS = 'proposals'

const HOUR_MS = 3_600_000

/** Stops an operation whose act was stored as a proposal: there is no result to continue with. */
export class Proposed {
  readonly proposal: Proposal

  constructor(proposal: Proposal) {
    this.proposal = proposal
  }
}

/**
 * Maker-checker: a dry run first, so that an invalid request is rejected for the proposer and not for the approver. Then the
 * proposal is stored with its journal entry, and waits.
 */
export async function propose(
  desk: Desk,
  doer: Actor,
  decision: string,
  asked: { params: unknown; body: unknown },
  act: AuditedAction<unknown>,
): Promise<never> {
  const tried = await perform(desk, doer, act, { rehearsed: true })
  const now = desk.clock.now()
  const id = uuidv7(now.getTime())
  const secret: EncryptedApproval = { body: act.body ?? asked.body ?? null, sealed: tried.sealed ?? {} }
  const proposal: Proposal = {
    id,
    operation: doer.operation,
    decision,
    params: (asked.params ?? {}) as Proposal['params'],
    subject_type: act.subject.type,
    subject_id: act.subject.id,
    user_id: act.user_id ?? null,
    amount: act.amount ?? null,
    reason: act.reason ?? null,
    changes: tried.changes ?? {},
    proposed_by: doer.person.id,
    proposed_by_name: doer.person.name,
    status: 'PENDING',
    created_at: now.toISOString(),
    lapses_at: new Date(now.getTime() + desk.settings.DESK_PROPOSAL_HOURS * HOUR_MS).toISOString(),
    ended_at: null,
    ended_by: null,
    ended_by_name: null,
    ended_reason: null,
    refusal: null,
  }
  const sealed = desk.proposalSeal.close(Buffer.from(JSON.stringify(secret)), id)
  await perform(desk, doer, {
    ...act,
    proposal_id: id,
    async work(tx) {
      const waiting = await findWaiting(tx, proposal, now)
      if (waiting) throw proposalWaits({ members: { proposal_id: waiting } })
      insertProposal(tx, { ...proposal, sealed })
      return {
        answer: undefined,
        changes: { proposal: [null, 'PENDING'], decision, amount: proposal.amount, lapses_at: proposal.lapses_at },
        records: [{ table: 'proposals', key: id }],
      }
    },
  })
  throw new Proposed(proposal)
}

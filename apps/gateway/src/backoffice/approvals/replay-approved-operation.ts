import canonicalize from 'canonicalize'
import { preconditionFailed } from '../../http/faults.ts'
import { Fault } from '../../platform/errors/fault.ts'
import { type Actor, perform } from '../audited-action.ts'
import type { ActionResult, ProposedOperation, RunAudited } from '../backoffice-route.ts'
import type { Desk } from '../services.ts'
import type { EncryptedApproval, Proposal } from './approval.ts'
import type { StoredProposal } from './approval-store.ts'
import { endHeld, endingOf, holdProposal } from './close-approval.ts'
import { proposalEnded, proposalStale } from './errors.ts'

/**
 * Runs the proposed operation with the approver in the place of the proposer. `handle` validates the input again and runs
 * it. The change and the end of the proposal are one transaction.
 */
export function replayApprovedOperation(
  desk: Desk,
  doer: Actor,
  proposal: StoredProposal,
  handle: (body: unknown, acting: RunAudited) => Promise<unknown>,
): ProposedOperation {
  const secret = JSON.parse(desk.proposalSeal.open(proposal.sealed, proposal.id).toString()) as EncryptedApproval
  const body = secret.body ?? undefined
  /** The proposer saw other values than those that would be replaced now. */
  const refuseChanged = ({ changes = {}, sealed = {} }: ActionResult<unknown>) => {
    const seen = [beforeOf(proposal.changes), beforeOf(secret.sealed)]
    if (canonicalize(seen) !== canonicalize([beforeOf(changes), beforeOf(sealed)])) throw preconditionFailed()
  }

  return {
    body: secret.body,

    async prospect() {
      try {
        await handle(body, async (act) => {
          const done = await perform(desk, doer, act, { rehearsed: true })
          refuseChanged(done)
          throw new Rehearsed(done.changes)
        })
        throw new Error(`${proposal.operation} did nothing when it was tried`)
      } catch (error) {
        if (error instanceof Rehearsed) return { stands: true, ...(error.changes && { changes: error.changes }) }
        return { stands: false, refusal: refusalOf(error) }
      }
    },

    async carryOut(reason) {
      const by = doer.person
      let approved: Proposal | undefined
      const carrying: RunAudited = async (act) => {
        let ended: Proposal | undefined
        const work: typeof act.work = async (tx) => {
          const held = await holdProposal(tx, proposal.id)
          const done = await act.work(tx)
          refuseChanged(done)
          const end = endHeld(tx, held, { status: 'APPROVED', by, reason })
          ended = end.ended
          return {
            ...done,
            changes: { ...done.changes, ...end.changes },
            records: [...(done.records ?? []), ...end.records],
          }
        }
        const carried = { ...act, reason, proposal_id: proposal.id, work }
        const { answer } = await perform(desk, { ...doer, operation: proposal.operation }, carried)
        approved = ended
        return answer
      }
      try {
        const result = await handle(body, carrying)
        if (!approved) throw new Error(`${proposal.operation} was approved and did nothing`)
        return { proposal: approved, result }
      } catch (error) {
        // It is done, but a following call to a partner was refused or got no response.
        if (approved && error instanceof Fault) return { proposal: approved, followed: followedBy(error) }
        if (approved) throw error
        const refusal = refusalOf(error)
        await perform(desk, doer, endingOf(proposal, { status: 'STALE', by, reason, refusal }))
        throw proposalStale({ members: { refusal } })
      }
    },
  }
}

/** Stops an operation after its dry run: following calls to a partner are not made. */
class Rehearsed {
  readonly changes: Record<string, unknown> | undefined

  constructor(changes: Record<string, unknown> | undefined) {
    this.changes = changes
  }
}

const followedBy = ({ declaration: { code }, particulars: { members } }: Fault) => ({ code, ...members })

/** From `{ status: ['PENDING', 'ACTIVE'] }` the old values, as JSON, because they were stored so. */
function beforeOf(changes: Record<string, unknown>): unknown {
  const pairs = Object.entries(changes).filter(([, value]) => Array.isArray(value) && value.length === 2)
  const before = pairs.map(([name, value]) => [name, (value as unknown[])[0] ?? null])
  return JSON.parse(JSON.stringify(Object.fromEntries(before)))
}

/** Faults about the current state of records. Faults about the moment or about the proposal are excluded. */
function refusalOf(error: unknown): string {
  if (!(error instanceof Fault)) throw error
  const { code, status } = error.declaration
  if (status >= 500 || status === 429 || code === proposalEnded.code) throw error
  return code
}

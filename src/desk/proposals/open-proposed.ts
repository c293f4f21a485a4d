import canonicalize from 'canonicalize'
import { Fault } from '../../base/errors/fault.ts'
import { preconditionFailed } from '../../gate/faults.ts'
import type { Acting, Done, ProposedOperation } from '../desk-route.ts'
import { type Doer, perform } from '../perform.ts'
import type { Desk } from '../services.ts'
import { endHeld, endingOf, holdProposal } from './end-proposal.ts'
import { proposalEnded, proposalStale } from './errors.ts'
import type { Proposal, Sealed } from './proposal.ts'
import type { StoredProposal } from './proposal-store.ts'

/**
 * The very operation that was proposed, with who approves it in the place of who asked for it. `handle` judges what was asked
 * by its shape again and runs it; what is done is one transaction with the end of the proposal.
 */
export function openProposed(
  desk: Desk,
  doer: Doer,
  proposal: StoredProposal,
  handle: (body: unknown, acting: Acting) => Promise<unknown>,
): ProposedOperation {
  const secret = JSON.parse(desk.proposalSeal.open(proposal.sealed, proposal.id).toString()) as Sealed
  const body = secret.body ?? undefined
  /** Who proposed it saw other values than those that would be replaced now. */
  const refuseChanged = ({ changes = {}, sealed = {} }: Done<unknown>) => {
    const seen = [beforeOf(proposal.changes), beforeOf(secret.sealed)]
    if (canonicalize(seen) !== canonicalize([beforeOf(changes), beforeOf(sealed)])) throw preconditionFailed()
  }

  return {
    body: secret.body,

    async prospect() {
      let changes: Done<unknown>['changes']
      try {
        await handle(body, async (act) => {
          const done = await perform(desk, doer, act, { rehearsed: true })
          refuseChanged(done)
          changes = done.changes
          return done.answer
        })
      } catch (error) {
        return { stands: false, refusal: refusalOf(error) }
      }
      return { stands: true, ...(changes && { changes }) }
    },

    async carryOut(reason) {
      const by = doer.person
      let approved: Proposal | undefined
      try {
        const result = await handle(body, async (act) => {
          const work: typeof act.work = async (tx) => {
            const held = await holdProposal(tx, proposal.id)
            const done = await act.work(tx)
            refuseChanged(done)
            const { ended, changes, records } = endHeld(tx, held, { status: 'APPROVED', by, reason })
            approved = ended
            return { ...done, changes: { ...done.changes, ...changes }, records: [...(done.records ?? []), ...records] }
          }
          const carried = { ...act, reason, proposal_id: proposal.id, work }
          return (await perform(desk, { ...doer, operation: proposal.operation }, carried)).answer
        })
        if (!approved) throw new Error(`${proposal.operation} was approved and did nothing`)
        return { proposal: approved, result }
      } catch (error) {
        const refusal = refusalOf(error)
        await perform(desk, doer, endingOf(proposal, { status: 'STALE', by, reason, refusal }))
        throw proposalStale({ members: { refusal } })
      }
    },
  }
}

/** Of `{ status: ['PENDING', 'ACTIVE'] }` what stood there; as JSON, since that is how it was kept. */
function beforeOf(changes: Record<string, unknown>): unknown {
  const pairs = Object.entries(changes).filter(([, value]) => Array.isArray(value) && value.length === 2)
  const before = pairs.map(([name, value]) => [name, (value as unknown[])[0] ?? null])
  return JSON.parse(JSON.stringify(Object.fromEntries(before)))
}

/** What an operation says of records as they are now. What it says of the moment, or of the proposal, is not that. */
function refusalOf(error: unknown): string {
  if (!(error instanceof Fault)) throw error
  const { code, status } = error.declaration
  if (status >= 500 || status === 429 || code === proposalEnded.code) throw error
  return code
}

import { record } from '../../events/record.ts'
import { route } from '../../gate/route.ts'
import { walletOf } from '../../gate/scope/scope.ts'
import { type Ground, runForUser, type Tx } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { dictUnavailable, dictUnavailableFor } from '../../partners/dict/dict-unavailable.ts'
import { cancelFundsRecovery, type FundsRecovery, getFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { requestNotCancelable, requestNotFound } from './errors.ts'
import { happened, type Request, RequestPath, RequestReply, stepped, withSummary } from './request.ts'
import { findRequest, lockRequest, saveRequest } from './request-store.ts'
import { isCancelable } from './status.ts'

/** How long until a submission whose answer is awaited is likely to be known. */
const SUBMISSION_MS = 5_000

/**
 * Takes a request back. DICT is asked first and its word is the answer: yes only once DICT says CANCELLED, no only once
 * DICT says that it is something else. Whatever breaks in between, the follow-up learns the same from DICT.
 */
export const cancelFundRecoveryRequest = (services: Ground & { dict: Dict | undefined }) =>
  route({
    name: 'cancelFundRecoveryRequest',
    summary: 'Cancel a fund recovery request',
    method: 'DELETE',
    path: '/v1/pix/fund-recovery-requests/:id/cancel',
    params: RequestPath,
    reply: { 200: RequestReply },
    errors: [requestNotFound, requestNotCancelable, dictUnavailable],

    async handle({ params, scope, now, transaction }) {
      const wallet_id = walletOf(scope)
      const { dict } = services
      if (!dict) throw dictUnavailableFor(SUBMISSION_MS)
      const known = await runForUser(services, scope.user_id, 'cancel', now, (tx) => findRequest(tx, params.id))
      if (known?.wallet_id !== wallet_id) throw requestNotFound()
      const asksDict = known.dict_id !== null && known.status !== 'CANCELED' && isCancelable(known.status)
      const recovery = asksDict ? await cancelAtDict(dict, known.dict_id!) : undefined
      return transaction(async (tx) => withSummary(await settleCancel(tx, params.id, recovery)))
    },
  })

/** The recovery as DICT holds it after we asked. Thrown when DICT cannot be heard, for then there is no answer to give. */
async function cancelAtDict(dict: Dict, dict_id: string): Promise<FundsRecovery> {
  const asked = await cancelFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return asked.value.funds_recovery
  if (asked.outcome === 'not_done') throw dictUnavailableFor(asked.retryAfterMs)
  const held = await getFundsRecovery(dict, dict_id)
  if (held.outcome !== 'done') throw dictUnavailableFor(held.outcome === 'not_done' ? held.retryAfterMs : 0)
  const { funds_recovery: recovery } = held.value
  // Perhaps it is still on its way: not cancelled now does not mean that it will not be.
  if (asked.outcome === 'unknown' && recovery.status !== 'CANCELLED') throw dictUnavailableFor(SUBMISSION_MS)
  return recovery
}

async function settleCancel(tx: Tx, id: string, recovery: FundsRecovery | undefined): Promise<Request> {
  const stored = await lockRequest(tx, id)
  if (!stored) throw requestNotFound()
  if (stored.status === 'CANCELED') return stored
  if (recovery?.status === 'CANCELLED') return taken(tx, stored, recovery)
  if (recovery || !isCancelable(stored.status)) throw requestNotCancelable()
  // DICT was not asked, because it had not been told of the request. If it is being told just now, nobody knows yet.
  if (stored.submitted_at) throw dictUnavailableFor(SUBMISSION_MS)
  const at = tx.now.toISOString()
  const canceled = stepped(stored, { status: 'CANCELED', canceled_at: at, next_action_at: null }, tx.now)
  saveRequest(tx, canceled)
  record(tx, happened('canceled', canceled))
  return canceled
}

function taken(tx: Tx, stored: Request, recovery: FundsRecovery): Request {
  const snapshot = { recovery, anyAgreed: false, refunds: [], graph: undefined }
  const steps = applySnapshot(stored, snapshot, tx.now)
  const last = steps.at(-1)?.request
  if (last?.status !== 'CANCELED') throw requestNotCancelable()
  const canceled = { ...last, next_action_at: null }
  saveRequest(tx, canceled)
  for (const { what, request } of steps) record(tx, happened(what, request))
  return canceled
}

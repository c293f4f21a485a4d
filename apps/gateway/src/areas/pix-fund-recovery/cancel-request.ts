import Type from 'typebox'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { dictUnavailable, dictUnavailableFor } from '../../partners/dict/dict-unavailable.ts'
import { cancelFundsRecovery, type FundsRecovery, getFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { asPayer } from '../../partners/dict/participants.ts'
import { found } from '../../platform/errors/fault.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { cancelIsFinal, requestNotCancelable, requestNotFound } from './errors.ts'
import { pix } from './events.ts'
import { type Request, RequestPath, RequestReply, withSummary } from './request.ts'
import { findRequest, lockRequest, saveRequest } from './request-store.ts'
import { completeSnapshot, type Snapshot } from './snapshot.ts'
import { isCancelable } from './status.ts'
import { texts } from './texts.ts'

/** The time after which a submission in progress should have a known result. */
const SUBMISSION_MS = 5_000

/**
 * Cancels a request. DICT is called first and decides: success only once DICT reports CANCELLED, rejection only once
 * DICT reports another state. If the call fails, the job that polls DICT finds the same state.
 */
export const cancelFundRecoveryRequest = route({
  name: 'cancelFundRecoveryRequest',
  ...texts.cancelFundRecoveryRequest,
  method: 'DELETE',
  path: '/v1/pix/fund-recovery-requests/:id/cancel',
  params: RequestPath,
  query: Type.Object(
    {
      acknowledge_final: Type.Optional(
        Type.Boolean({
          description:
            'true confirms that the transaction can never be contested again. Required once the status is no longer CREATED.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: { 200: RequestReply },
  errors: [requestNotFound, requestNotCancelable, cancelIsFinal, dictUnavailable],

  async handle({ params, query, scope, look, transaction }, { dict }: { dict: Dict | undefined }) {
    const wallet_id = walletOf(scope)
    if (!dict) throw dictUnavailableFor(SUBMISSION_MS)
    const known = await look((tx) => findRequest(tx, params.id))
    if (known?.wallet_id !== wallet_id) throw requestNotFound()
    // DICT accepts one recovery per transaction, cancelled ones included, so the final cancellation needs an
    // acknowledgement. Nothing is lost by asking for it first.
    const isLate = known.status !== 'CREATED' && known.status !== 'CANCELED' && isCancelable(known.status)
    if (isLate && query.acknowledge_final !== true) throw cancelIsFinal()
    const asksDict = known.dict_id !== null && known.status !== 'CANCELED' && isCancelable(known.status)
    const snapshot = asksDict ? await cancelAtDict(asPayer(dict, known.end_to_end_id), known) : undefined
    return transaction(async (tx) => withSummary(await cancel(tx, params.id, snapshot)))
  },
})

/** The state at DICT after our call, with the refunds that were made before it was cancelled. */
async function cancelAtDict(dict: Dict, known: Request): Promise<Snapshot> {
  const recovery = await heldAfter(dict, known.dict_id!)
  const seen = await completeSnapshot(dict, recovery, known)
  if ('waitMs' in seen) throw dictUnavailableFor(seen.waitMs)
  return seen.snapshot
}

/**
 * The recovery as DICT reports it after our call. Throws when DICT does not respond, because the outcome is then
 * unknown.
 */
async function heldAfter(dict: Dict, dict_id: string): Promise<FundsRecovery> {
  const asked = await cancelFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return asked.value.funds_recovery
  if (asked.outcome === 'not_done') throw dictUnavailableFor(asked.retryAfterMs)
  const held = await getFundsRecovery(dict, dict_id)
  if (held.outcome !== 'done') throw dictUnavailableFor(held.outcome === 'not_done' ? held.retryAfterMs : 0)
  const { funds_recovery: recovery } = held.value
  // The cancellation may still be in progress: a state other than CANCELLED does not mean that it failed.
  if (asked.outcome === 'unknown' && recovery.status !== 'CANCELLED') throw dictUnavailableFor(SUBMISSION_MS)
  return recovery
}

async function cancel(tx: Tx, id: string, snapshot: Snapshot | undefined): Promise<Request> {
  const stored = found(await lockRequest(tx, id), requestNotFound)
  if (stored.status === 'CANCELED') return stored
  if (snapshot?.recovery.status === 'CANCELLED') return followDict(tx, stored, snapshot)
  if (snapshot || !isCancelable(stored.status)) throw requestNotCancelable()
  // DICT was not called, because the request had not been submitted. If it is being submitted now, the outcome is
  // unknown.
  if (stored.submitted_at) throw dictUnavailableFor(SUBMISSION_MS)
  const at = tx.now.toISOString()
  const canceled = withNextVersion(
    stored,
    { status: 'CANCELED', canceled_at: at, waiting_code: null, next_action_at: null },
    tx.now,
  )
  saveRequest(tx, canceled)
  record(tx, pix.fund_recovery_request.canceled(canceled))
  return canceled
}

/** Applies DICT's state: canceled, with every earlier change at DICT that we had not received. */
function followDict(tx: Tx, stored: Request, snapshot: Snapshot): Request {
  const { request, happenings } = applySnapshot(stored, snapshot, tx.now)
  if (request.status !== 'CANCELED') throw requestNotCancelable()
  const canceled = { ...request, next_action_at: null }
  saveRequest(tx, canceled)
  for (const happening of happenings) record(tx, happening)
  return canceled
}

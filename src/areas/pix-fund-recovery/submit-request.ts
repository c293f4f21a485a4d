import type { Dict } from '../../partners/dict/dict.ts'
import { findFundsRecovery } from '../../partners/dict/find-funds-recovery.ts'
import { createFundsRecovery, type FundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { DictError, type Refused } from '../../partners/dict/outcome.ts'
import { type Request, situations } from './request.ts'

export type Submitted = { recovery: FundsRecovery } | { failed: string; message: string } | { waitMs: number }

/** Two clocks may differ by so much, and a list of DICT lag by much less. */
const CLOCK_ERROR_MS = 60_000
const LIST_LAG_MS = 10_000
/** A payment that has only just settled may not be known to DICT yet. */
const INDEXING_MS = 3_600_000

/**
 * Tells DICT of the request. It may have been told before, by a process that died before it heard the answer: DICT takes
 * one recovery for each payment, ever, so a repeat makes no second one, and being refused as a repeat is the reason to
 * go and find the first.
 */
export async function submitRequest(dict: Dict, request: Request, now: Date): Promise<Submitted> {
  const { end_to_end_id, description, fraud_reason, contact_email: email, contact_phone: phone } = request
  const outcome = await createFundsRecovery(dict, {
    root_transaction_id: end_to_end_id,
    situation_type: fraud_reason ? situations[fraud_reason] : 'OTHER',
    report_details: description,
    contact_information: { email, phone },
  })
  if (outcome.outcome === 'done') return { recovery: outcome.value.funds_recovery }
  if (outcome.outcome === 'not_done') return { waitMs: outcome.retryAfterMs }
  // Perhaps done. Told again once the lists of DICT have caught up.
  if (outcome.outcome === 'unknown') return { waitMs: LIST_LAG_MS }
  if (outcome.type === DictError.recoveryAlreadyExists) return adopt(dict, request, now)
  const young = now.getTime() - Date.parse(request.created_at) < INDEXING_MS
  if (outcome.type === DictError.recoveryTransactionNotIndexed && young) return { waitMs: CLOCK_ERROR_MS }
  return refusedBy(outcome)
}

/** Ours is the one that was made since we began to send. An older one was made by other means, and is not this request's. */
async function adopt(dict: Dict, { end_to_end_id, submitted_at }: Request, now: Date): Promise<Submitted> {
  const begun = new Date(Date.parse(submitted_at!) - CLOCK_ERROR_MS).toISOString()
  const found = await findFundsRecovery(dict, { root_transaction_id: end_to_end_id, created_after: begun })
  if (found.outcome === 'not_done') return { waitMs: found.retryAfterMs }
  if (found.outcome !== 'done') return { waitMs: LIST_LAG_MS }
  const recovery = found.value?.funds_recovery
  if (recovery && recovery.creation_time >= begun) return { recovery }
  const listed = now.getTime() - Date.parse(submitted_at!) > CLOCK_ERROR_MS
  if (!recovery && !listed) return { waitMs: LIST_LAG_MS }
  return { failed: 'ALREADY_AT_DICT', message: 'DICT already had a recovery of this payment.' }
}

function refusedBy({ type }: Refused): Submitted {
  const failed = type.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  return { failed, message: `DICT refused the recovery: ${type}.` }
}

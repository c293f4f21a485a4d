import type { Clock } from '../../base/clock.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { findFundsRecovery } from '../../partners/dict/find-funds-recovery.ts'
import { createFundsRecovery, type FundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { DictError, type Refused } from '../../partners/dict/outcome.ts'
import { parametersAt } from './graph-steps.ts'
import { type Request, situations } from './request.ts'

export type Submitted =
  | { recovery: FundsRecovery }
  | { failed: string }
  /**
   * `unheard`: perhaps done. `exists`: DICT says that there is one, and not which. `less`: it is to be asked for less.
   * `waiting`: what DICT said, for whoever asks why it takes so long.
   */
  | { waitMs: number; unheard?: true; exists?: true; less?: true; waiting?: string }

/** Two clocks may differ by so much. */
const CLOCK_ERROR_MS = 60_000
const AGAIN_MS = 60_000
/** How often a list that lags is looked at, and how long after a recovery was there it shows it for certain. */
const LIST_LAG_MS = 10_000
const LISTED_MS = 60_000
/** What DICT was sent and never answered it may still do so long after. */
const PENDING_MS = 600_000
/** How long following the money may take too long, or the payment be unknown to DICT, before that is the answer. */
const PATIENCE_MS = 3_600_000
/** A payment that has only just settled may not be known to DICT yet; after that, perhaps it would be if less were asked. */
const INDEXING_MS = 600_000

/** Whether this is still to be sent. Once DICT said that it holds a recovery of the payment, sending tells nothing new. */
export const isToBeSent = ({ dict_id, exists_since }: Request) => !dict_id && !exists_since

/**
 * Tells DICT of the request. It may have been told before, by a process that died before it heard the answer: DICT takes
 * one recovery for each payment, ever, so a repeat makes no second one, and being refused as a repeat is the reason to
 * go and find the first. Refused for anything else, an earlier sending may still be done, or have been: nothing has failed
 * until that time has passed and DICT's list shows nothing.
 */
export async function submitRequest(dict: Dict, request: Request, clock: Clock): Promise<Submitted> {
  if (!isToBeSent(request)) return adopt(dict, request, clock)
  const askedMs = clock.now().getTime()
  const { end_to_end_id, description, fraud_reason, contact_email: email, contact_phone: phone } = request
  const parameters = parametersAt(request.graph_step, request.transaction_amount)
  const outcome = await createFundsRecovery(dict, {
    root_transaction_id: end_to_end_id,
    situation_type: fraud_reason ? situations[fraud_reason] : 'OTHER',
    report_details: description,
    contact_information: { email, phone },
    ...(parameters && { tracking_graph_parameters: parameters }),
  })
  if (outcome.outcome === 'done') return { recovery: outcome.value.funds_recovery }
  if (outcome.outcome === 'not_done') return { waitMs: outcome.retryAfterMs }
  if (outcome.outcome === 'unknown') return { waitMs: LIST_LAG_MS, unheard: true }
  if (outcome.type === DictError.recoveryAlreadyExists) return adopt(dict, request, clock)
  const again = triedAgain(outcome, request, askedMs)
  if (again || request.unanswered_at === null) return again ?? refusedBy(outcome)
  const found = await look(dict, request)
  return 'waitMs' in found ? found : found.ours ? { recovery: found.ours } : refusedBy(outcome)
}

/** What is not the last word: asked for less, it may follow the money; and what it has yet to do may be done. */
function triedAgain({ type }: Refused, request: Request, askedMs: number): Submitted | undefined {
  const ageMs = askedMs - Date.parse(request.created_at)
  if (type === DictError.recoveryTrackingTimeout && ageMs < PATIENCE_MS) return { waitMs: LIST_LAG_MS, less: true }
  if (type === DictError.recoveryTransactionNotIndexed && ageMs < PATIENCE_MS)
    return { waitMs: AGAIN_MS, waiting: codeOf(type), ...(ageMs > INDEXING_MS && { less: true }) }
  const pending = request.unanswered_at !== null && askedMs - Date.parse(request.unanswered_at) < PENDING_MS
  return pending ? { waitMs: AGAIN_MS } : undefined
}

/** There is one. It is not ours once it is found to be older, or once a list that must show it does not. */
async function adopt(dict: Dict, request: Request, clock: Clock): Promise<Submitted> {
  const askedMs = clock.now().getTime()
  const found = await look(dict, request)
  if ('waitMs' in found) return { ...found, exists: true }
  if (found.ours) return { recovery: found.ours }
  const { exists_since } = request
  const listed = exists_since !== null && askedMs - Date.parse(exists_since) > LISTED_MS
  if (!found.older && !listed) return { waitMs: LIST_LAG_MS, exists: true }
  return { failed: 'ALREADY_AT_DICT' }
}

type Found = { ours?: FundsRecovery; older?: FundsRecovery } | { waitMs: number }

/** Ours is the one that was made since we began to send. An older one was made by other means, and is not this request's. */
async function look(dict: Dict, { end_to_end_id, submitted_at }: Request): Promise<Found> {
  const begun = new Date(Date.parse(submitted_at!) - CLOCK_ERROR_MS).toISOString()
  const found = await findFundsRecovery(dict, { root_transaction_id: end_to_end_id, created_after: begun })
  if (found.outcome !== 'done') return { waitMs: found.outcome === 'not_done' ? found.retryAfterMs : LIST_LAG_MS }
  const recovery = found.value?.funds_recovery
  if (!recovery) return {}
  return recovery.creation_time >= begun ? { ours: recovery } : { older: recovery }
}

function refusedBy({ type }: Refused): Submitted {
  return { failed: codeOf(type) }
}

const codeOf = (type: string) => type.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

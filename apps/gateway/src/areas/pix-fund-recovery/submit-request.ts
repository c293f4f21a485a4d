import type { Dict } from '../../partners/dict/dict.ts'
import { findFundsRecovery } from '../../partners/dict/find-funds-recovery.ts'
import { createFundsRecovery, type FundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { DictError, type Refused } from '../../partners/dict/outcome.ts'
import type { Clock } from '../../platform/clock.ts'
import { parametersAt } from './graph-steps.ts'
import { type Request, situations } from './request.ts'

export type Submitted =
  | { recovery: FundsRecovery }
  | { failed: string }
  /**
   * `unheard`: perhaps processed. `exists`: DICT reports an existing recovery without its id. `less`: retry with a
   * smaller graph. `waiting`: DICT's code, shown to clients as the reason for the delay.
   */
  | { waitMs: number; unheard?: true; exists?: true; less?: true; waiting?: string }

/** Allowance for the difference between two clocks. */
const CLOCK_ERROR_MS = 60_000
const AGAIN_MS = 60_000
/** Poll interval for DICT's list, and the time after which it certainly shows a new recovery. */
const LIST_LAG_MS = 10_000
const LISTED_MS = 60_000
/** DICT may still process an unanswered submission for this long. */
const PENDING_MS = 600_000
/** How long DICT may report slow tracking or an unknown payment before the request fails. */
const PATIENCE_MS = 3_600_000
/** DICT may not know a newly settled payment yet. After this time, a smaller graph is requested. */
const INDEXING_MS = 600_000

/**
 * Whether the request still has to be submitted. Once DICT has reported a recovery of the payment, another submission
 * adds nothing.
 */
export const isToBeSent = ({ dict_id, exists_since }: Request) => !dict_id && !exists_since

/**
 * Submits the request to DICT, idempotently. A process that crashed before the response may have submitted it already.
 * DICT accepts one recovery per payment, ever, so a repeat creates no second one; a rejection as a repeat starts the
 * search for the first. After any other rejection an earlier submission may still be processed, so the request fails
 * only after that time has passed and DICT's list shows no recovery.
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

/** Decides whether a rejection is final. A smaller graph may help, and an earlier submission may still be processed. */
function triedAgain({ type }: Refused, request: Request, askedMs: number): Submitted | undefined {
  const ageMs = askedMs - Date.parse(request.created_at)
  if (type === DictError.recoveryTrackingTimeout && ageMs < PATIENCE_MS) return { waitMs: LIST_LAG_MS, less: true }
  if (type === DictError.recoveryTransactionNotIndexed && ageMs < PATIENCE_MS)
    return { waitMs: AGAIN_MS, waiting: codeOf(type), ...(ageMs > INDEXING_MS && { less: true }) }
  const pending = request.unanswered_at !== null && askedMs - Date.parse(request.unanswered_at) < PENDING_MS
  return pending ? { waitMs: AGAIN_MS } : undefined
}

/**
 * A recovery exists. It is not this request's if it is older than our first submission, or if DICT's list must show it
 * and does not.
 */
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

type ExistingRecovery = { ours?: FundsRecovery; older?: FundsRecovery } | { waitMs: number }

/** This request's recovery is the one created since our first submission. An older one was created by other means. */
async function look(dict: Dict, { end_to_end_id, submitted_at }: Request): Promise<ExistingRecovery> {
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

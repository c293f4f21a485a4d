import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { DateTime, Uuid } from '../../http/schema.ts'
import { runAsUser, type TransactionDeps, type Tx } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { refundFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { asPayer } from '../../partners/dict/participants.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { job } from '../../platform/jobs/job.ts'
import { whileRenewing } from '../../platform/lease.ts'
import type { Log } from '../../platform/observability/log.ts'
import { type DictRecoveryResponse, type InHand, keepHeard } from './apply-dict-response.ts'
import type { Request } from './request.ts'
import { leaseRequest, renewLease, saveRequest, type Turn } from './request-store.ts'
import type { followSettings } from './settings.ts'
import { completeSnapshot, takeSnapshot } from './snapshot.ts'
import { isToBeSent, submitRequest } from './submit-request.ts'

/** Dependencies of the code that advances a request. */
export interface RecoveryServices extends TransactionDeps {
  dict: Dict | undefined
  log: Log
  settings: Settings<typeof followSettings>
}

/** A later due time is left to the scheduled job, which runs every minute. */
const BY_CLOCK_MS = 60_000

type RequestKey = Pick<Request, 'user_id' | 'id'>

/**
 * Advances a request that is due soon. The job contains the due time for which it was enqueued: if the scheduled job
 * or a DICT event has advanced the request meanwhile, this job does nothing.
 */
export const advanceFundRecovery = job('advance-fund-recovery', {
  data: Type.Object({ user_id: Uuid, id: Uuid, turn_at: Type.Optional(DateTime) }),
  retryLimit: 3,
  run: (services: RecoveryServices, { turn_at, ...key }, job_id) =>
    advanceRequest(services, key, job_id, turn_at === undefined ? undefined : { at: turn_at }),
})

/**
 * Advances one request as far as it can go now, under a lease. A request that was selected because it was due is
 * skipped if its due time has changed, because another worker was faster. DICT is called between transactions, never
 * within one, and each transaction rereads what it changes.
 */
export async function advanceRequest(
  services: RecoveryServices,
  { user_id, id }: RequestKey,
  job_id: string,
  turn?: Turn,
): Promise<void> {
  const { dict: connection, log, settings } = services
  if (!connection) return
  const within = <T>(work: (tx: Tx) => Promise<T>) => runAsUser(services, user_id, job_id, work)
  const inHand = await within((tx) => begin(tx, id, turn))
  if (!inHand) return
  const dict = asPayer(connection, inHand.request.end_to_end_id)
  const keep = (heard: DictRecoveryResponse, goesOn?: (request: Request) => boolean) =>
    within(async (tx) => {
      const kept = await keepHeard(tx, settings, inHand, heard, goesOn)
      const turn_at = kept?.lease === null ? kept.next_action_at : null
      if (turn_at === null) return kept
      const inMs = Date.parse(turn_at) - tx.now.getTime()
      if (inMs < BY_CLOCK_MS) await tx.enqueue(advanceFundRecovery, { user_id, id, turn_at }, { inMs })
      return kept
    })
  const renew = () =>
    within(async (tx) => renewLease(tx, id, inHand.lease)).catch((error: unknown) =>
      log.error('fund_recovery_lease_not_renewed', { user_id, job_id }, error),
    )
  const ended = await whileRenewing(renew, async () => {
    const heard = await ask(services, dict, inHand.request)
    const kept = await keep(heard, ({ status }) => status === 'ANALYSED' && 'snapshot' in heard)
    return kept?.lease ? keep(await askRefunds(dict, kept)) : kept
  })
  if (ended?.status !== 'ANALYSED') return
  const reason = `refunds are to be asked for until ${ended.refund_limit_date}`
  log.warn('fund_recovery_refunds_not_asked', { user_id, name: id, reason })
}

/**
 * Takes the lease, and records durably that a submission follows, before anything is sent. The returned request still
 * contains the time of the previous submission. Returns undefined when there is nothing to do or another worker has
 * the lease.
 */
async function begin(tx: Tx, id: string, turn?: Turn): Promise<InHand | undefined> {
  const lease = randomUUID()
  const stored = await leaseRequest(tx, id, lease, turn)
  if (!stored) return undefined
  const at = tx.now.toISOString()
  const request = { ...stored, submitted_at: stored.submitted_at ?? at }
  if (isToBeSent(stored)) saveRequest(tx, { ...request, unanswered_at: at })
  return { request, lease }
}

async function ask({ clock }: RecoveryServices, dict: Dict, request: Request): Promise<DictRecoveryResponse> {
  if (request.dict_id) return takeSnapshot(dict, request.dict_id, request)
  const submitted = await submitRequest(dict, request, clock)
  if (!('recovery' in submitted)) return submitted
  const seen = await completeSnapshot(dict, submitted.recovery, request)
  // DICT has the recovery, even if other reads failed: it is never sent again.
  return 'waitMs' in seen ? { ...seen, exists: true } : seen
}

/**
 * Requests the refunds. The result is `refundsRefused` when DICT still waits for the request but its period is over.
 */
async function askRefunds(dict: Dict, request: Request): Promise<DictRecoveryResponse> {
  const dict_id = request.dict_id!
  const asked = await refundFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return completeSnapshot(dict, asked.value.funds_recovery, request)
  if (asked.outcome === 'not_done') return { waitMs: asked.retryAfterMs }
  const seen = await takeSnapshot(dict, dict_id, request)
  const stillWaiting = 'snapshot' in seen && seen.snapshot.recovery.status === 'ANALYSED'
  return asked.outcome === 'refused' && stillWaiting ? { refundsRefused: true } : seen
}

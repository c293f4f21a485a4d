import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import type { Settings } from '../../base/config/settings.ts'
import { job } from '../../base/jobs/job.ts'
import { whileRenewing } from '../../base/lease.ts'
import type { Log } from '../../base/observability/log.ts'
import { DateTime, Uuid } from '../../gate/schema.ts'
import { type Ground, runForUser, type Tx } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { refundFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { asPayer } from '../../partners/dict/participants.ts'
import { type Heard, type InHand, keepHeard } from './keep-heard.ts'
import type { Request } from './request.ts'
import { leaseRequest, renewLease, saveRequest, type Turn } from './request-store.ts'
import type { followSettings } from './settings.ts'
import { completeSnapshot, takeSnapshot } from './snapshot.ts'
import { isToBeSent, submitRequest } from './submit-request.ts'

/** What takes a request further. */
export interface RecoveryServices extends Ground {
  dict: Dict | undefined
  log: Log
  settings: Settings<typeof followSettings>
}

/** What is further away than this is found by the clock, which looks every minute. */
const BY_CLOCK_MS = 60_000

type RequestKey = Pick<Request, 'user_id' | 'id'>

/**
 * Enqueued when something is about to happen to a request soon, for the turn that the request has then: one that somebody
 * else has taken meanwhile, by the clock or because DICT told of it, is not taken twice.
 */
export const advanceFundRecovery = job('advance-fund-recovery', {
  data: Type.Object({ user_id: Uuid, id: Uuid, turn_at: Type.Optional(DateTime) }),
  retryLimit: 3,
  run: (services: RecoveryServices, { turn_at, ...key }, job_id) =>
    advanceRequest(services, key, job_id, turn_at === undefined ? undefined : { at: turn_at }),
})

/**
 * Takes one request as far as it goes now, alone: whoever has it in hand leases it. One that was found by being due is left
 * if its turn is another by then: somebody else was quicker. DICT is asked between transactions, never within one; each
 * transaction looks again at what it changes.
 */
export async function advanceRequest(
  services: RecoveryServices,
  { user_id, id }: RequestKey,
  job_id: string,
  turn?: Turn,
): Promise<void> {
  const { dict: connection, log, settings } = services
  if (!connection) return
  const within = <T>(work: (tx: Tx) => Promise<T>) => runForUser(services, user_id, job_id, work)
  const inHand = await within((tx) => begin(tx, id, turn))
  if (!inHand) return
  const dict = asPayer(connection, inHand.request.end_to_end_id)
  const keep = (heard: Heard, goesOn?: (request: Request) => boolean) =>
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
 * Takes the request in hand, and says durably that we are about to send, before anything is sent. The hand still knows of
 * the sending before this one. Undefined when there is nothing to do, or somebody else does it.
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

async function ask({ clock }: RecoveryServices, dict: Dict, request: Request): Promise<Heard> {
  if (request.dict_id) return takeSnapshot(dict, request.dict_id, request)
  const submitted = await submitRequest(dict, request, clock)
  if (!('recovery' in submitted)) return submitted
  const seen = await completeSnapshot(dict, submitted.recovery, request)
  // DICT holds it, whatever else could not be heard: it is never sent again.
  return 'waitMs' in seen ? { ...seen, exists: true } : seen
}

/** Asks for the money. Refused where DICT still waits for us to ask, its time has passed. */
async function askRefunds(dict: Dict, request: Request): Promise<Heard> {
  const dict_id = request.dict_id!
  const asked = await refundFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return completeSnapshot(dict, asked.value.funds_recovery, request)
  if (asked.outcome === 'not_done') return { waitMs: asked.retryAfterMs }
  const seen = await takeSnapshot(dict, dict_id, request)
  const stillWaiting = 'snapshot' in seen && seen.snapshot.recovery.status === 'ANALYSED'
  return asked.outcome === 'refused' && stillWaiting ? { refundsRefused: true } : seen
}

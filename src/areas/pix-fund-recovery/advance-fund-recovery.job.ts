import Type from 'typebox'
import type { Settings } from '../../base/config/settings.ts'
import { job } from '../../base/jobs/job.ts'
import type { Log } from '../../base/observability/log.ts'
import { stepped } from '../../base/version.ts'
import { record } from '../../events/record.ts'
import { Uuid } from '../../gate/schema.ts'
import { type Ground, runForUser, type Tx } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { refundFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { applyFailure, applySnapshot, type Progress } from './apply-snapshot.ts'
import { refundEndsAt, refundWarnsAt, waitAtMost } from './deadlines.ts'
import { pix } from './events.ts'
import type { Request } from './request.ts'
import { lockRequest, saveRequest } from './request-store.ts'
import type { followSettings } from './settings.ts'
import { completeSnapshot, type Seen, takeSnapshot } from './snapshot.ts'
import { isFinal } from './status.ts'
import { submitRequest } from './submit-request.ts'

/** What takes a request further. */
export interface RecoveryServices extends Ground {
  dict: Dict | undefined
  log: Log
  settings: Settings<typeof followSettings>
}

/**
 * Takes one request as far as it goes now. Enqueued when something is about to happen soon. DICT is asked between
 * transactions, never within one; each transaction looks again at what it changes.
 */
export const advanceFundRecovery = job('advance-fund-recovery', {
  data: Type.Object({ user_id: Uuid, id: Uuid }),
  retryLimit: 3,
  async run(services: RecoveryServices, { user_id, id }, job_id) {
    const { dict, clock, log, settings } = services
    if (!dict) return
    const within = <T>(work: (tx: Tx) => Promise<T>) => runForUser(services, user_id, job_id, work)
    const request = await within((tx) => begin(tx, id))
    if (!request) return
    const heard = request.dict_id
      ? await takeSnapshot(dict, request.dict_id, request)
      : await submit(dict, request, clock.now())
    let advanced = await within((tx) => keep(tx, settings, id, heard))
    if (advanced?.status !== 'ANALYSED' || !advanced.dict_id) return
    if ('snapshot' in heard) {
      const asked = await askRefunds(dict, advanced.dict_id, advanced)
      advanced = await within((tx) => keep(tx, settings, id, asked))
    }
    if (advanced?.status !== 'ANALYSED') return
    await within((tx) => warn(tx, id))
    const reason = `refunds are to be asked for until ${advanced.refund_limit_date}`
    log.warn('fund_recovery_refunds_not_asked', { user_id, name: id, reason })
  },
})

/** Says durably that we are about to send, before anything is sent. Undefined when there is nothing to do. */
async function begin(tx: Tx, id: string): Promise<Request | undefined> {
  const stored = await lockRequest(tx, id)
  if (!stored || isFinal(stored.status)) return undefined
  if (stored.submitted_at) return stored
  const begun = { ...stored, submitted_at: tx.now.toISOString() }
  saveRequest(tx, begun)
  return begun
}

type Heard = Seen | { failed: string; message: string }

async function submit(dict: Dict, request: Request, now: Date): Promise<Heard> {
  const submitted = await submitRequest(dict, request, now)
  return 'recovery' in submitted ? completeSnapshot(dict, submitted.recovery, request) : submitted
}

/** Asks for the money. Refused where DICT still waits for us to ask, its time has passed. */
async function askRefunds(dict: Dict, dict_id: string, request: Request): Promise<Heard> {
  const asked = await refundFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return completeSnapshot(dict, asked.value.funds_recovery, request)
  if (asked.outcome === 'not_done') return { waitMs: asked.retryAfterMs }
  const seen = await takeSnapshot(dict, dict_id, request)
  const stillWaiting = 'snapshot' in seen && seen.snapshot.recovery.status === 'ANALYSED'
  if (asked.outcome === 'refused' && stillWaiting)
    return { failed: 'REFUND_PERIOD_EXPIRED', message: 'DICT no longer takes the request for the refunds.' }
  return seen
}

/** Tells the client once that half of the time is gone and nothing was asked for. What DICT says ends it, not we. */
async function warn(tx: Tx, id: string): Promise<void> {
  const stored = await lockRequest(tx, id)
  if (stored?.status !== 'ANALYSED' || !stored.refund_warn_at || tx.now.toISOString() < stored.refund_warn_at) return
  const warned = stepped(stored, { refund_warn_at: null }, tx.now)
  saveRequest(tx, warned)
  record(tx, pix.fund_recovery_request.refund_delayed(warned))
}

const SOON_MS = 5_000
/** What is further away than this is found by the clock, which looks every minute. */
const BY_CLOCK_MS = 60_000
const soon = new Set(['CREATED', 'TRACKED', 'ANALYSED'])

/** Keeps what was heard, tells of each step, and says when to ask again. */
async function keep(tx: Tx, settings: RecoveryServices['settings'], id: string, heard: Heard) {
  const stored = await lockRequest(tx, id)
  if (!stored || isFinal(stored.status)) return undefined
  const { request, happenings } = progressOf(stored, heard, tx.now)
  const last = withRefundLimit(request, settings)
  const calmMs = settings.FUND_RECOVERY_FOLLOW_SECONDS * 1_000
  const pauseMs = soon.has(last.dict_status ?? 'CREATED') ? Math.min(SOON_MS, calmMs) : calmMs
  const waitMs = waitAtMost('waitMs' in heard ? heard.waitMs : pauseMs, last.refund_limit_date, tx.now)
  const next = isFinal(last.status) ? null : new Date(tx.now.getTime() + waitMs)
  const kept: Request = { ...last, next_action_at: next && next.toISOString() }
  saveRequest(tx, kept)
  for (const happening of happenings) record(tx, happening)
  if (next && waitMs < BY_CLOCK_MS)
    await tx.enqueue(advanceFundRecovery, { user_id: stored.user_id, id }, { startAfter: next })
  return kept
}

/** From the moment the analyses are in, the time to ask for the money runs. */
function withRefundLimit(request: Request, settings: RecoveryServices['settings']): Request {
  if (request.status !== 'ANALYSED') return { ...request, refund_warn_at: null }
  if (request.refund_limit_date || !request.analysed_at) return request
  const analysedAt = new Date(request.analysed_at)
  return {
    ...request,
    refund_limit_date: refundEndsAt(analysedAt, settings).toISOString(),
    refund_warn_at: refundWarnsAt(analysedAt, settings).toISOString(),
  }
}

function progressOf(stored: Request, heard: Heard, now: Date): Progress {
  if ('snapshot' in heard) return applySnapshot(stored, heard.snapshot, now)
  if ('failed' in heard) return applyFailure(stored, heard.failed, heard.message, now)
  return { request: stored, happenings: [] }
}

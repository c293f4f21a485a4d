import type { Job } from '../../base/jobs/job.ts'
import { record } from '../../events/record.ts'
import { runForUser, type Tx } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import { refundFundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import { applyFailure, applySnapshot, type Step } from './apply-snapshot.ts'
import { refundEndsAt, refundWarnsAt, waitAtMost } from './deadlines.ts'
import { ADVANCE_REQUEST, type Desk } from './desk.ts'
import { happened, type Request, stepped } from './request.ts'
import { lockRequest, saveRequest } from './request-store.ts'
import { complete, type Looked, look } from './snapshot.ts'
import { isFinal } from './status.ts'
import { submitRequest } from './submit-request.ts'

interface Key {
  user_id: string
  id: string
}

/** Takes one request as far as it goes now. Enqueued when something is about to happen soon. */
export function advanceRequest(desk: Desk): Job {
  return {
    name: ADVANCE_REQUEST,
    retryLimit: 3,
    run: (data, job_id) => advance(desk, data as Key, job_id),
  }
}

const BATCH_MAX = 300

/**
 * Takes every request further whose time has come. This is what makes a recovery survive anything: what there is to do
 * stands in the rows, so that no queue has to remember it and no number of retries can run out.
 */
export function followRequests(desk: Desk): Job {
  return {
    name: 'follow-fund-recoveries',
    cron: '* * * * *',
    retryLimit: 0,
    async run(_, job_id) {
      const { rows } = await desk.operator.query<Key>(
        'select user_id, id from fund_recovery_requests where next_action_at <= $1 order by next_action_at limit $2',
        [desk.clock.now(), BATCH_MAX],
      )
      for (const key of rows) {
        await advance(desk, key, job_id).catch((error: unknown) =>
          desk.log.error('fund_recovery_not_advanced', { user_id: key.user_id, job_id }, error),
        )
      }
    },
  }
}

/** DICT is asked between transactions, never within one; each transaction looks again at what it changes. */
async function advance(desk: Desk, { user_id, id }: Key, job_id: string): Promise<void> {
  const { dict, clock } = desk
  if (!dict) return
  const within = <T>(work: (tx: Tx) => Promise<T>) => runForUser(desk, user_id, job_id, clock.now(), work)
  const request = await within((tx) => begin(tx, id))
  if (!request) return
  const looked = request.dict_id ? await look(dict, request.dict_id, request) : await submit(dict, request, clock.now())
  let advanced = await within((tx) => settle(tx, desk, id, looked))
  if (advanced?.status !== 'ANALYSED' || !advanced.dict_id) return
  if ('snapshot' in looked) {
    const asked = await askRefunds(dict, advanced.dict_id, advanced)
    advanced = await within((tx) => settle(tx, desk, id, asked))
  }
  if (advanced?.status !== 'ANALYSED') return
  await within((tx) => warn(tx, id))
  const reason = `refunds are to be asked for until ${advanced.refund_limit_date}`
  desk.log.warn('fund_recovery_refunds_not_asked', { user_id, name: id, reason })
}

/** Says durably that we are about to send, before anything is sent. Undefined when there is nothing to do. */
async function begin(tx: Tx, id: string): Promise<Request | undefined> {
  const stored = await lockRequest(tx, id)
  if (!stored || isFinal(stored.status)) return undefined
  if (stored.submitted_at) return stored
  const begun = { ...stored, submitted_at: tx.now.toISOString() }
  saveRequest(tx, begun)
  return begun
}

type Heard = Looked | { failed: string; message: string }

async function submit(dict: Dict, request: Request, now: Date): Promise<Heard> {
  const submitted = await submitRequest(dict, request, now)
  return 'recovery' in submitted ? complete(dict, submitted.recovery, request) : submitted
}

/** Asks for the money. Refused where DICT still waits for us to ask, its time has passed. */
async function askRefunds(dict: Dict, dict_id: string, request: Request): Promise<Heard> {
  const asked = await refundFundsRecovery(dict, dict_id)
  if (asked.outcome === 'done') return complete(dict, asked.value.funds_recovery, request)
  if (asked.outcome === 'not_done') return { waitMs: asked.retryAfterMs }
  const looked = await look(dict, dict_id, request)
  const stillWaiting = 'snapshot' in looked && looked.snapshot.recovery.status === 'ANALYSED'
  if (asked.outcome === 'refused' && stillWaiting)
    return { failed: 'REFUND_PERIOD_EXPIRED', message: 'DICT no longer takes the request for the refunds.' }
  return looked
}

/** Tells the client once that half of the time is gone and nothing was asked for. What DICT says ends it, not we. */
async function warn(tx: Tx, id: string): Promise<void> {
  const stored = await lockRequest(tx, id)
  if (stored?.status !== 'ANALYSED' || !stored.refund_warn_at || tx.now.toISOString() < stored.refund_warn_at) return
  const warned = stepped(stored, { refund_warn_at: null }, tx.now)
  saveRequest(tx, warned)
  record(tx, happened('refund_delayed', warned))
}

const SOON_MS = 5_000
/** What is further away than this is found by the clock, which looks every minute. */
const BY_CLOCK_MS = 60_000
const soon = new Set(['CREATED', 'TRACKED', 'ANALYSED'])

/** Writes down what was heard, tells of each step, and says when to ask again. */
async function settle(tx: Tx, desk: Desk, id: string, heard: Heard): Promise<Request | undefined> {
  const { recoveryPauseMs } = desk
  const stored = await lockRequest(tx, id)
  if (!stored || isFinal(stored.status)) return undefined
  const steps = stepsOf(stored, heard, tx.now)
  const last = withRefundLimit(steps.at(-1)?.request ?? stored, desk)
  const pause = soon.has(last.dict_status ?? 'CREATED') ? Math.min(SOON_MS, recoveryPauseMs) : recoveryPauseMs
  const waitMs = waitAtMost('waitMs' in heard ? heard.waitMs : pause, last.refund_limit_date, tx.now)
  const next = isFinal(last.status) ? null : new Date(tx.now.getTime() + waitMs)
  const settled = { ...last, next_action_at: next && next.toISOString() }
  saveRequest(tx, settled)
  for (const { what, request } of steps) if (what) record(tx, happened(what, request))
  if (next && waitMs < BY_CLOCK_MS)
    await tx.enqueue(ADVANCE_REQUEST, { user_id: stored.user_id, id }, { startAfter: next })
  return settled
}

/** From the moment the analyses are in, the time to ask for the money runs. */
function withRefundLimit(request: Request, terms: Desk): Request {
  if (request.status !== 'ANALYSED') return { ...request, refund_warn_at: null }
  if (request.refund_limit_date || !request.analysed_at) return request
  const analysedAt = new Date(request.analysed_at)
  return {
    ...request,
    refund_limit_date: refundEndsAt(analysedAt, terms).toISOString(),
    refund_warn_at: refundWarnsAt(analysedAt, terms).toISOString(),
  }
}

function stepsOf(stored: Request, heard: Heard, now: Date): Step[] {
  if ('snapshot' in heard) return applySnapshot(stored, heard.snapshot, now)
  if ('failed' in heard) return applyFailure(stored, heard.failed, heard.message, now)
  return []
}

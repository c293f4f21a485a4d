import type { DomainEvent } from '../../events/event.ts'
import { record } from '../../events/record.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { applyFailure, applyRefundsRefused, applySnapshot, applyWaiting } from './apply-snapshot.ts'
import { refundEndsAt, refundWarnsAt, waitAtMost } from './deadlines.ts'
import { pix } from './events.ts'
import { lessThan } from './graph-steps.ts'
import type { Progress, Request } from './request.ts'
import { lockLeased, saveRequest } from './request-store.ts'
import type { followSettings } from './settings.ts'
import type { SnapshotOrWait } from './snapshot.ts'
import { isFinal } from './status.ts'
import type { Submitted } from './submit-request.ts'

type Follow = Settings<typeof followSettings>

/** The response of DICT, or that there was none. */
export type DictRecoveryResponse = SnapshotOrWait | Exclude<Submitted, { recovery: unknown }> | { refundsRefused: true }

/** A leased request, as it was when the lease was taken. */
export interface InHand {
  request: Request
  lease: string
}

const SOON_MS = 5_000
const HOUR_MS = 3_600_000
const soon = new Set(['CREATED', 'TRACKED', 'ANALYSED'])

/**
 * Applies DICT's response: saves the request, emits an event for each step, sets the next due time, and releases the
 * lease unless the refunds are requested next. Returns undefined when another worker has taken the lease or the
 * request has ended; the response then changes nothing.
 */
export async function keepHeard(
  tx: Tx,
  settings: Follow,
  { request: begun, lease }: InHand,
  heard: DictRecoveryResponse,
  goesOn: (request: Request) => boolean = () => false,
): Promise<Request | undefined> {
  const stored = await lockLeased(tx, begun.id, lease)
  if (!stored || isFinal(stored.status)) return undefined
  const { request, happenings } = progressOf(stored, heard, tx.now)
  const limited = withRefundLimit(request, settings)
  const held = goesOn(limited)
  const warned = held ? undefined : warning(limited, tx.now)
  const kept: Request = {
    ...(warned ?? limited),
    // A submission with a received response is no longer pending.
    unanswered_at: 'unheard' in heard ? stored.unanswered_at : begun.unanswered_at,
    exists_since: stored.exists_since ?? ('exists' in heard ? tx.now.toISOString() : null),
    graph_step: 'less' in heard ? lessThan(stored.graph_step) : stored.graph_step,
    next_action_at: nextActionAt(limited, heard, settings, tx.now),
    lease: held ? lease : null,
  }
  saveRequest(tx, kept)
  for (const happening of happenings) record(tx, happening)
  if (warned) record(tx, pix.fund_recovery_request.refund_delayed(warned))
  return kept
}

function progressOf(stored: Request, heard: DictRecoveryResponse, now: Date): Progress {
  if ('snapshot' in heard) return applySnapshot(stored, heard.snapshot, now)
  if ('failed' in heard) return applyFailure(stored, heard.failed, now)
  if ('refundsRefused' in heard) return applyRefundsRefused(stored, now)
  if ('waiting' in heard && heard.waiting) return applyWaiting(stored, heard.waiting, now)
  return { request: stored, happenings: [] as DomainEvent[] }
}

/** The period for the refund request starts when the analyses are complete. */
function withRefundLimit(request: Request, settings: Follow): Request {
  if (request.status !== 'ANALYSED') return { ...request, refund_warn_at: null }
  if (request.refund_limit_date || !request.analysed_at) return request
  const analysedAt = new Date(request.analysed_at)
  return {
    ...request,
    refund_limit_date: refundEndsAt(analysedAt, settings).toISOString(),
    refund_warn_at: refundWarnsAt(analysedAt, settings).toISOString(),
  }
}

/** Emits one warning when half of the period is over and nothing was requested. DICT alone ends the period. */
function warning(request: Request, now: Date): Request | undefined {
  const { status, refund_warn_at } = request
  if (status !== 'ANALYSED' || !refund_warn_at || now.toISOString() < refund_warn_at) return undefined
  return withNextVersion(request, { refund_warn_at: null }, now)
}

function nextActionAt(request: Request, heard: DictRecoveryResponse, settings: Follow, now: Date): string | null {
  if (isFinal(request.status)) return null
  const calmMs = settings.FUND_RECOVERY_FOLLOW_SECONDS * 1_000
  const pauseMs = soon.has(request.dict_status ?? 'CREATED') ? Math.min(SOON_MS, calmMs) : calmMs
  const askedMs = 'waitMs' in heard ? heard.waitMs : 'refundsRefused' in heard ? HOUR_MS : pauseMs
  return new Date(now.getTime() + waitAtMost(askedMs, request.refund_limit_date, now)).toISOString()
}

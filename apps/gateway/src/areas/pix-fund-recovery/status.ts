import type { Event } from '../../events/event.ts'
import { pix } from './events.ts'
import type { Request, RequestStatus } from './request.ts'

/**
 * Status machine of a fund recovery request. It is pure: no clock, no store, no partner. DICT's state is one input,
 * and the status that clients see follows from this table.
 */
interface RecoveryTransition {
  event: Event<Request>
  from: RequestStatus[]
  to: RequestStatus
}

const moves: RecoveryTransition[] = [
  { event: pix.fund_recovery_request.analysed, from: ['CREATED'], to: 'ANALYSED' },
  { event: pix.fund_recovery_request.refund_requested, from: ['ANALYSED'], to: 'WAITING_DEVOLUTION' },
  { event: pix.fund_recovery_request.completed_approved, from: ['WAITING_DEVOLUTION'], to: 'COMPLETED_APPROVED' },
  {
    event: pix.fund_recovery_request.completed_rejected,
    from: ['ANALYSED', 'WAITING_DEVOLUTION'],
    to: 'COMPLETED_REJECTED',
  },
  // DICT cancels open refunds together with the recovery, as long as it accepts a cancellation.
  { event: pix.fund_recovery_request.canceled, from: ['CREATED', 'ANALYSED', 'WAITING_DEVOLUTION'], to: 'CANCELED' },
  // Only for a request that DICT never accepted.
  { event: pix.fund_recovery_request.failed, from: ['CREATED'], to: 'FAILED' },
]

/** Events that move a request. */
export const requestEvents = moves.map(({ event }) => event)

/** The status after the event, or undefined when the event is not allowed in the current status. */
export function nextStatus(status: RequestStatus, event: Event<Request>): RequestStatus | undefined {
  return moves.find((move) => move.event === event && move.from.includes(status))?.to
}

export const isFinal = (status: RequestStatus) => !moves.some(({ from }) => from.includes(status))

/** A client may cancel a request until it has ended, if DICT accepts it. Cancelling again changes nothing. */
export const isCancelable = (status: RequestStatus) =>
  status === 'CANCELED' || nextStatus(status, pix.fund_recovery_request.canceled) !== undefined

/** Files and better descriptions help the analysts, so both are accepted until the analyses are complete. */
export const helpsAnalysts = (status: RequestStatus) => status === 'CREATED'

/** The part of DICT's state on which the public status depends. */
export interface DictView {
  /** DICT's own value. BACEN may add states without notice. */
  status: string
  /**
   * The participant that received the contested payment disagreed. DICT then ends the recovery, whatever the others
   * decided.
   */
  rootDisagreed: boolean
  /** Whether refunds were requested. */
  refundsAsked: boolean
  /** The sum that was returned, in cents. */
  refundedAmount: number
}

/** The public status for a state of DICT, or undefined for a state that is unknown to this version. */
export function statusOf({ status, rootDisagreed, refundedAmount }: DictView): RequestStatus | undefined {
  switch (status) {
    case 'CREATED':
    case 'TRACKED':
    case 'AWAITING_ANALYSIS':
      return 'CREATED'
    case 'ANALYSED':
      // DICT is about to end it. Until then there is no event to emit and nothing to request.
      return rootDisagreed ? 'CREATED' : 'ANALYSED'
    case 'REFUNDING':
      return 'WAITING_DEVOLUTION'
    case 'COMPLETED':
      return refundedAmount > 0 ? 'COMPLETED_APPROVED' : 'COMPLETED_REJECTED'
    case 'CANCELLED':
      return 'CANCELED'
    default:
      return undefined
  }
}

/** The events from the beginning to DICT's current state. */
function wayTo(view: DictView): Event<Request>[] {
  const { analysed, refund_requested, completed_approved, completed_rejected, canceled } = pix.fund_recovery_request
  switch (statusOf(view)) {
    case 'ANALYSED':
      return [analysed]
    case 'WAITING_DEVOLUTION':
      return [analysed, refund_requested]
    case 'COMPLETED_APPROVED':
      return [analysed, refund_requested, completed_approved]
    case 'COMPLETED_REJECTED':
      return [analysed, ...(view.refundsAsked ? [refund_requested] : []), completed_rejected]
    case 'CANCELED':
      return [canceled]
    default:
      return []
  }
}

/**
 * The events since the last known state, in order, derived from DICT's current state. DICT may have made several steps
 * between two polls; each has its event, so that no client misses one. An older view that arrives late has none,
 * because polls can overtake one another.
 */
export function eventsSince(known: RequestStatus, view: DictView): Event<Request>[] {
  const events: Event<Request>[] = []
  let status = known
  for (const event of wayTo(view)) {
    const next = nextStatus(status, event)
    if (!next) continue
    events.push(event)
    status = next
  }
  return events
}

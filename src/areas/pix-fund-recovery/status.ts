import type { Event } from '../../events/event.ts'
import { pix } from './events.ts'
import type { Request, RequestStatus } from './request.ts'

/**
 * The public life of a fund recovery request, apart from everything else: no clock, no store, no partner. What DICT
 * says is one input among others; what clients see follows from this table alone.
 */
interface Move {
  event: Event<Request>
  from: RequestStatus[]
  to: RequestStatus
}

const moves: Move[] = [
  { event: pix.fund_recovery_request.analysed, from: ['CREATED'], to: 'ANALYSED' },
  { event: pix.fund_recovery_request.refund_requested, from: ['ANALYSED'], to: 'WAITING_DEVOLUTION' },
  { event: pix.fund_recovery_request.completed_approved, from: ['WAITING_DEVOLUTION'], to: 'COMPLETED_APPROVED' },
  {
    event: pix.fund_recovery_request.completed_rejected,
    from: ['ANALYSED', 'WAITING_DEVOLUTION'],
    to: 'COMPLETED_REJECTED',
  },
  // DICT cancels refunds that are not closed with the recovery, as far as it lets it be cancelled at all.
  { event: pix.fund_recovery_request.canceled, from: ['CREATED', 'ANALYSED', 'WAITING_DEVOLUTION'], to: 'CANCELED' },
  // Only what DICT never took: what it holds has not failed.
  { event: pix.fund_recovery_request.failed, from: ['CREATED'], to: 'FAILED' },
]

/** What can move a request. */
export const requestEvents = moves.map(({ event }) => event)

/** Where the event leads, or undefined when it may not happen to a request in that status. */
export function nextStatus(status: RequestStatus, event: Event<Request>): RequestStatus | undefined {
  return moves.find((move) => move.event === event && move.from.includes(status))?.to
}

export const isFinal = (status: RequestStatus) => !moves.some(({ from }) => from.includes(status))

/** A client may take a request back until it has ended, if DICT lets it. Taking back what is taken back changes nothing. */
export const isCancelable = (status: RequestStatus) =>
  status === 'CANCELED' || nextStatus(status, pix.fund_recovery_request.canceled) !== undefined

/** Files help the analysts, and so do better words: both are taken until the analyses are in. */
export const helpsAnalysts = (status: RequestStatus) => status === 'CREATED'

/** What DICT holds of a recovery, as far as the public status depends on it. */
export interface DictView {
  /** As DICT spells it. BACEN may add to its states without notice. */
  status: string
  /** The bank that received the payment itself disagreed: then DICT ends it, whatever the others along the way said. */
  rootDisagreed: boolean
  /** Whether refunds were asked for. */
  refundsAsked: boolean
  /** The sum that really came back, in cents. */
  refundedAmount: number
}

/** The public status that stands for a state of DICT; undefined for a state that was not known when this was written. */
export function statusOf({ status, rootDisagreed, refundedAmount }: DictView): RequestStatus | undefined {
  switch (status) {
    case 'CREATED':
    case 'TRACKED':
    case 'AWAITING_ANALYSIS':
      return 'CREATED'
    case 'ANALYSED':
      // About to be ended by DICT itself; until it says so there is nothing to tell, and nothing to ask for.
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

/** The way from the beginning to what DICT holds now. */
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
 * What happened since we last knew, in order, judged by what DICT holds now. DICT may have gone several steps while we
 * were not looking; each of them is told, so that no client misses one. An older view that arrives late leads nowhere:
 * polls overtake one another.
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

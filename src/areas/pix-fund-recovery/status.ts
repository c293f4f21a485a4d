/**
 * The public life of a fund recovery request, apart from everything else: no clock, no store, no partner. What DICT
 * says is one input among others; what clients see follows from this table alone.
 */
export const requestStatuses = [
  'CREATED',
  'ANALYSED',
  'WAITING_DEVOLUTION',
  'COMPLETED_APPROVED',
  'COMPLETED_REJECTED',
  'CANCELED',
  'FAILED',
] as const

export type RequestStatus = (typeof requestStatuses)[number]

/** What can happen to a request. */
export const requestEvents = ['analysed', 'refund_asked', 'approved', 'rejected', 'canceled', 'failed'] as const

export type RequestEvent = (typeof requestEvents)[number]

const moves: Record<RequestStatus, Partial<Record<RequestEvent, RequestStatus>>> = {
  CREATED: { analysed: 'ANALYSED', canceled: 'CANCELED', failed: 'FAILED' },
  ANALYSED: {
    refund_asked: 'WAITING_DEVOLUTION',
    rejected: 'COMPLETED_REJECTED',
    canceled: 'CANCELED',
    // DICT no longer takes our request for the money: its time had passed.
    failed: 'FAILED',
  },
  WAITING_DEVOLUTION: { approved: 'COMPLETED_APPROVED', rejected: 'COMPLETED_REJECTED' },
  COMPLETED_APPROVED: {},
  COMPLETED_REJECTED: {},
  CANCELED: {},
  FAILED: {},
}

/** Where the event leads, or undefined when it may not happen to a request in that status. */
export function nextStatus(from: RequestStatus, event: RequestEvent): RequestStatus | undefined {
  return moves[from][event]
}

export const isFinal = (status: RequestStatus) => Object.keys(moves[status]).length === 0

/** A client may take a request back until refunds were asked for. Taking back what is taken back changes nothing. */
export const isCancelable = (status: RequestStatus) => status === 'CANCELED' || moves[status].canceled !== undefined

/** Files help the analysts, so they are taken until the analyses are in. */
export const takesFiles = (status: RequestStatus) => status === 'CREATED'

/** What DICT holds of a recovery, as far as the public status depends on it. */
export interface DictView {
  /** As DICT spells it. BACEN may add to its states without notice. */
  status: string
  /** Whether any bank agreed; without one there is nothing to ask back. */
  anyAgreed: boolean
  /** The sum that really came back, in cents. */
  refundedAmount: number
}

/** The public status that stands for a state of DICT; undefined for a state that was not known when this was written. */
export function statusOf({ status, anyAgreed, refundedAmount }: DictView): RequestStatus | undefined {
  switch (status) {
    case 'CREATED':
    case 'TRACKED':
    case 'AWAITING_ANALYSIS':
      return 'CREATED'
    case 'ANALYSED':
      return anyAgreed ? 'ANALYSED' : 'COMPLETED_REJECTED'
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
function wayTo(view: DictView): RequestEvent[] {
  const asked: RequestEvent[] = view.anyAgreed ? ['analysed', 'refund_asked'] : ['analysed']
  switch (statusOf(view)) {
    case 'ANALYSED':
      return ['analysed']
    case 'WAITING_DEVOLUTION':
      return ['analysed', 'refund_asked']
    case 'COMPLETED_APPROVED':
      return ['analysed', 'refund_asked', 'approved']
    case 'COMPLETED_REJECTED':
      return [...asked, 'rejected']
    case 'CANCELED':
      return ['canceled']
    default:
      return []
  }
}

/**
 * What happened since we last knew, in order, judged by what DICT holds now. DICT may have gone several steps while we
 * were not looking; each of them is told, so that no client misses one. An older view that arrives late leads nowhere:
 * polls overtake one another.
 */
export function eventsSince(known: RequestStatus, view: DictView): RequestEvent[] {
  const events: RequestEvent[] = []
  let status = known
  for (const event of wayTo(view)) {
    const next = nextStatus(status, event)
    if (!next) continue
    events.push(event)
    status = next
  }
  return events
}

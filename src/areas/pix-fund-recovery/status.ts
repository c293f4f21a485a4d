import type { FundsRecoveryStatus } from '../../partners/dict/values.ts'

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
  CREATED: {
    analysed: 'ANALYSED',
    // DICT can go on while we are not looking, so that the first we hear of an analysis is its end.
    refund_asked: 'WAITING_DEVOLUTION',
    approved: 'COMPLETED_APPROVED',
    rejected: 'COMPLETED_REJECTED',
    canceled: 'CANCELED',
    failed: 'FAILED',
  },
  ANALYSED: {
    refund_asked: 'WAITING_DEVOLUTION',
    approved: 'COMPLETED_APPROVED',
    rejected: 'COMPLETED_REJECTED',
    canceled: 'CANCELED',
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
  status: FundsRecoveryStatus
  /** Whether any bank agreed; without one there is nothing to ask back. */
  anyAgreed: boolean
  /** The sum that really came back, in cents. */
  refundedAmount: number
}

/** The public status that stands for a state of DICT. */
export function statusOf({ status, anyAgreed, refundedAmount }: DictView): RequestStatus {
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
  }
}

const eventTo: Partial<Record<RequestStatus, RequestEvent>> = {
  ANALYSED: 'analysed',
  WAITING_DEVOLUTION: 'refund_asked',
  COMPLETED_APPROVED: 'approved',
  COMPLETED_REJECTED: 'rejected',
  CANCELED: 'canceled',
}

/**
 * What happened since we last knew, judged by what DICT holds now; undefined when nothing did. An older view that
 * arrives late would lead backwards, and is nothing: polls overtake one another.
 */
export function eventSince(known: RequestStatus, view: DictView): RequestEvent | undefined {
  const event = eventTo[statusOf(view)]
  return event && nextStatus(known, event) ? event : undefined
}

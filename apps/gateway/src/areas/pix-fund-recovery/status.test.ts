import { describe, expect, it } from 'vitest'
import type { Event } from '../../events/event.ts'
import { pix } from './events.ts'
import { type Request, type RequestStatus, requestStatuses } from './request.ts'
import {
  type DictView,
  eventsSince,
  helpsAnalysts,
  isCancelable,
  isFinal,
  nextStatus,
  requestEvents,
  statusOf,
} from './status.ts'

const { analysed, refund_requested, completed_approved, completed_rejected, canceled } = pix.fund_recovery_request

/** Every status and every event; a dash is a rejection. The order is that of `requestEvents`. */
const table: Record<RequestStatus, string[]> = {
  CREATED: ['ANALYSED', '-', '-', '-', 'CANCELED', 'FAILED'],
  ANALYSED: ['-', 'WAITING_DEVOLUTION', '-', 'COMPLETED_REJECTED', 'CANCELED', '-'],
  WAITING_DEVOLUTION: ['-', '-', 'COMPLETED_APPROVED', 'COMPLETED_REJECTED', 'CANCELED', '-'],
  COMPLETED_APPROVED: ['-', '-', '-', '-', '-', '-'],
  COMPLETED_REJECTED: ['-', '-', '-', '-', '-', '-'],
  CANCELED: ['-', '-', '-', '-', '-', '-'],
  FAILED: ['-', '-', '-', '-', '-', '-'],
}

describe('the status machine of a request', () => {
  it.each(requestStatuses)('%s', (status) => {
    expect(requestEvents.map((event) => nextStatus(status, event) ?? '-')).toEqual(table[status])
  })

  it('has four final statuses, and can be canceled until then', () => {
    expect(requestStatuses.filter(isFinal)).toEqual(['COMPLETED_APPROVED', 'COMPLETED_REJECTED', 'CANCELED', 'FAILED'])
    expect(requestStatuses.filter(isCancelable)).toEqual(['CREATED', 'ANALYSED', 'WAITING_DEVOLUTION', 'CANCELED'])
    expect(requestStatuses.filter(helpsAnalysts)).toEqual(['CREATED'])
  })
})

const view = (status: DictView['status'], rootAgreed = true, refundedAmount = 0): DictView => ({
  status,
  rootDisagreed: !rootAgreed,
  refundsAsked: rootAgreed,
  refundedAmount,
})

describe('the public status for a state of DICT', () => {
  it.each<[DictView, RequestStatus]>([
    [view('CREATED'), 'CREATED'],
    [view('TRACKED'), 'CREATED'],
    [view('AWAITING_ANALYSIS'), 'CREATED'],
    [view('ANALYSED'), 'ANALYSED'],
    [view('ANALYSED', false), 'CREATED'],
    [view('REFUNDING'), 'WAITING_DEVOLUTION'],
    [view('REFUNDING', true, 100), 'WAITING_DEVOLUTION'],
    [view('COMPLETED', true, 1), 'COMPLETED_APPROVED'],
    [view('COMPLETED', true, 0), 'COMPLETED_REJECTED'],
    [view('COMPLETED', false), 'COMPLETED_REJECTED'],
    [view('CANCELLED'), 'CANCELED'],
  ])('%o is %s', (seen, status) => expect(statusOf(seen)).toBe(status))

  it('is undefined, without events, for an unknown state of DICT', () => {
    expect(statusOf(view('BLOCKING'))).toBeUndefined()
    for (const status of requestStatuses) expect(eventsSince(status, view('BLOCKING'))).toEqual([])
  })
})

describe('the events since the last known state', () => {
  it.each<[RequestStatus, DictView, Event<Request>[]]>([
    ['CREATED', view('TRACKED'), []],
    ['CREATED', view('ANALYSED'), [analysed]],
    ['CREATED', view('ANALYSED', false), []],
    ['CREATED', view('COMPLETED', false), [analysed, completed_rejected]],
    ['CREATED', view('REFUNDING'), [analysed, refund_requested]],
    ['CREATED', view('COMPLETED', true, 5), [analysed, refund_requested, completed_approved]],
    ['CREATED', view('COMPLETED', true, 0), [analysed, refund_requested, completed_rejected]],
    ['CREATED', view('CANCELLED'), [canceled]],
    ['ANALYSED', view('ANALYSED'), []],
    ['ANALYSED', view('COMPLETED', true, 5), [refund_requested, completed_approved]],
    ['ANALYSED', view('COMPLETED', false), [completed_rejected]],
    ['ANALYSED', view('CANCELLED'), [canceled]],
    ['WAITING_DEVOLUTION', view('COMPLETED', true, 5), [completed_approved]],
    ['WAITING_DEVOLUTION', view('COMPLETED'), [completed_rejected]],
    ['WAITING_DEVOLUTION', view('CANCELLED'), [canceled]],
  ])('%s, then %o: %j', (known, seen, events) => expect(eventsSince(known, seen)).toEqual(events))

  it('are none when an older view arrives late', () => {
    const older: DictView[] = [view('CREATED'), view('TRACKED'), view('AWAITING_ANALYSIS'), view('ANALYSED')]
    for (const seen of older) expect(eventsSince('WAITING_DEVOLUTION', seen)).toEqual([])
    for (const status of requestStatuses.filter(isFinal)) {
      for (const seen of [...older, view('REFUNDING'), view('CANCELLED')]) expect(eventsSince(status, seen)).toEqual([])
    }
  })

  it("lead to the status that DICT's state means, from every earlier one", () => {
    const ends: DictView[] = [view('ANALYSED'), view('REFUNDING'), view('COMPLETED', true, 1), view('COMPLETED')]
    for (const seen of ends) {
      const reached = eventsSince('CREATED', seen).reduce<RequestStatus>(
        (status, event) => nextStatus(status, event) ?? status,
        'CREATED',
      )
      expect(reached).toBe(statusOf(seen))
    }
  })
})

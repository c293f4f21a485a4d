import { describe, expect, it } from 'vitest'
import { analysisEndsAt, contestEndsAt, isContestable, recoveryPeriods, refundEndsAt } from './deadlines.ts'
import {
  type DictView,
  eventSince,
  isCancelable,
  isFinal,
  nextStatus,
  type RequestStatus,
  requestEvents,
  requestStatuses,
  statusOf,
  takesFiles,
} from './status.ts'

/** Every status against every event; a dash is a refusal. The order is that of `requestEvents`. */
const table: Record<RequestStatus, string[]> = {
  CREATED: ['ANALYSED', 'WAITING_DEVOLUTION', 'COMPLETED_APPROVED', 'COMPLETED_REJECTED', 'CANCELED', 'FAILED'],
  ANALYSED: ['-', 'WAITING_DEVOLUTION', 'COMPLETED_APPROVED', 'COMPLETED_REJECTED', 'CANCELED', 'FAILED'],
  WAITING_DEVOLUTION: ['-', '-', 'COMPLETED_APPROVED', 'COMPLETED_REJECTED', '-', '-'],
  COMPLETED_APPROVED: ['-', '-', '-', '-', '-', '-'],
  COMPLETED_REJECTED: ['-', '-', '-', '-', '-', '-'],
  CANCELED: ['-', '-', '-', '-', '-', '-'],
  FAILED: ['-', '-', '-', '-', '-', '-'],
}

describe('what may happen to a request', () => {
  it.each(requestStatuses)('%s', (status) => {
    expect(requestEvents.map((event) => nextStatus(status, event) ?? '-')).toEqual(table[status])
  })

  it('ends in four ways, and is taken back in two places', () => {
    expect(requestStatuses.filter(isFinal)).toEqual(['COMPLETED_APPROVED', 'COMPLETED_REJECTED', 'CANCELED', 'FAILED'])
    expect(requestStatuses.filter(isCancelable)).toEqual(['CREATED', 'ANALYSED', 'CANCELED'])
    expect(requestStatuses.filter(takesFiles)).toEqual(['CREATED'])
  })
})

const view = (status: DictView['status'], anyAgreed = true, refundedAmount = 0): DictView => ({
  status,
  anyAgreed,
  refundedAmount,
})

describe('the public status of a state of DICT', () => {
  it.each<[DictView, RequestStatus]>([
    [view('CREATED'), 'CREATED'],
    [view('TRACKED'), 'CREATED'],
    [view('AWAITING_ANALYSIS'), 'CREATED'],
    [view('ANALYSED'), 'ANALYSED'],
    [view('ANALYSED', false), 'COMPLETED_REJECTED'],
    [view('REFUNDING'), 'WAITING_DEVOLUTION'],
    [view('REFUNDING', true, 100), 'WAITING_DEVOLUTION'],
    [view('COMPLETED', true, 1), 'COMPLETED_APPROVED'],
    [view('COMPLETED', true, 0), 'COMPLETED_REJECTED'],
    [view('COMPLETED', false), 'COMPLETED_REJECTED'],
    [view('CANCELLED'), 'CANCELED'],
  ])('%o is %s', (seen, status) => expect(statusOf(seen)).toBe(status))
})

describe('what happened since we last knew', () => {
  it('is nothing while DICT is where it was', () => {
    expect(eventSince('CREATED', view('TRACKED'))).toBeUndefined()
    expect(eventSince('ANALYSED', view('ANALYSED'))).toBeUndefined()
    expect(eventSince('COMPLETED_APPROVED', view('COMPLETED', true, 5))).toBeUndefined()
  })

  it('is the step DICT took, however many it took at once', () => {
    expect(eventSince('CREATED', view('ANALYSED'))).toBe('analysed')
    expect(eventSince('CREATED', view('ANALYSED', false))).toBe('rejected')
    expect(eventSince('CREATED', view('COMPLETED', true, 5))).toBe('approved')
    expect(eventSince('WAITING_DEVOLUTION', view('COMPLETED'))).toBe('rejected')
    expect(eventSince('ANALYSED', view('CANCELLED'))).toBe('canceled')
  })

  it('is nothing when an older view arrives late', () => {
    const older: DictView[] = [view('CREATED'), view('TRACKED'), view('AWAITING_ANALYSIS'), view('ANALYSED')]
    for (const seen of older) expect(eventSince('WAITING_DEVOLUTION', seen)).toBeUndefined()
    for (const status of requestStatuses.filter(isFinal)) {
      for (const seen of [...older, view('REFUNDING'), view('CANCELLED')]) {
        expect(eventSince(status, seen)).toBeUndefined()
      }
    }
  })
})

describe('deadlines', () => {
  const start = new Date('2026-02-02T10:20:30.000Z')

  it('are eighty days, seven days and six hours, to the second', () => {
    expect(contestEndsAt(start, recoveryPeriods).toISOString()).toBe('2026-04-23T10:20:30.000Z')
    expect(analysisEndsAt(start, recoveryPeriods).toISOString()).toBe('2026-02-09T10:20:30.000Z')
    expect(refundEndsAt(start, recoveryPeriods).toISOString()).toBe('2026-02-02T16:20:30.000Z')
  })

  it('belong to the period up to their last instant', () => {
    const end = contestEndsAt(start, recoveryPeriods)
    expect(isContestable(start, end, recoveryPeriods)).toBe(true)
    expect(isContestable(start, new Date(end.getTime() + 1), recoveryPeriods)).toBe(false)
  })

  it('are what the configuration says', () => {
    const other = { ...recoveryPeriods, refundHours: 72 }
    expect(refundEndsAt(start, other).toISOString()).toBe('2026-02-05T10:20:30.000Z')
  })
})

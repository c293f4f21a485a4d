import { describe, expect, it } from 'vitest'
import { caseOf } from '../../cases/case-rule.ts'
import type { Event } from '../../events/event.ts'
import { readSettings } from '../../platform/config/settings.ts'
import { infractionCases } from './backoffice/cases.ts'
import { blockAfter } from './block.ts'
import { dueAt, remindAt } from './deadlines.ts'
import { pix } from './events.ts'
import { type Notification, type NotificationStatus, notificationStatuses } from './notification.ts'
import { infractionSettings } from './settings.ts'
import { eventSince, isAnswerable, isUndecided, nextStatus, notificationEvents } from './status.ts'

const { acknowledged, closed, cancelled } = pix.infraction_notification

/** Every status and every event; a dash is a rejection. The order is that of `notificationEvents`. */
const table: Record<NotificationStatus, string[]> = {
  OPEN: ['ACKNOWLEDGED', 'IN_ANALYSIS', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'],
  ACKNOWLEDGED: ['-', 'IN_ANALYSIS', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'],
  IN_ANALYSIS: ['-', '-', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'],
  CLOSED: ['-', '-', '-', '-', '-', '-', 'CANCELLED'],
  CANCELLED: ['-', '-', '-', '-', '-', '-', '-'],
}

describe('the status machine of a notification', () => {
  it.each(notificationStatuses)('%s', (status) => {
    expect(notificationEvents.map((event) => nextStatus(status, event) ?? '-')).toEqual(table[status])
  })

  const when = (decided_at: string | null, may: typeof isAnswerable) =>
    notificationStatuses.filter((status) => may({ status, decided_at }))

  it('is answered once, and before its end', () => {
    expect(when(null, isAnswerable)).toEqual(['OPEN', 'ACKNOWLEDGED'])
    expect(when('2026-02-02T10:20:30.000Z', isAnswerable)).toEqual([])
  })

  it('is decided once, answered or not, and before its end', () => {
    expect(when(null, isUndecided)).toEqual(['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS'])
    expect(when('2026-02-02T10:20:30.000Z', isUndecided)).toEqual([])
  })

  it('waits for an analyst for as long as it can be decided', () => {
    for (const status of notificationStatuses)
      for (const decided_at of [null, '2026-02-02T10:20:30.000Z'])
        expect(caseOf(infractionCases, { id: '1', status, decided_at } as { id: string }) !== null, status).toBe(
          isUndecided({ status, decided_at }),
        )
  })
})

describe('the events since the last known status', () => {
  const dict = ['OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED', 'A_NEW_WORD']
  it.each<[NotificationStatus, (Event<Notification> | undefined)[]]>([
    ['OPEN', [undefined, acknowledged, closed, cancelled, undefined]],
    ['ACKNOWLEDGED', [undefined, undefined, closed, cancelled, undefined]],
    ['IN_ANALYSIS', [undefined, undefined, closed, cancelled, undefined]],
    ['CLOSED', [undefined, undefined, undefined, cancelled, undefined]],
    ['CANCELLED', [undefined, undefined, undefined, undefined, undefined]],
  ])('%s', (known, expected) => expect(dict.map((status) => eventSince(known, status))).toEqual(expected))
})

describe('the contested amount', () => {
  it.each([
    ['OPEN', null, 0, 'BLOCKED', 'BLOCKED'],
    ['ACKNOWLEDGED', null, 0, 'BLOCKED', 'BLOCKED'],
    ['IN_ANALYSIS', 'AGREED', 0, 'BLOCKED', 'BLOCKED'],
    ['CLOSED', 'AGREED', 0, 'BLOCKED', 'HELD_FOR_REFUND'],
    ['CLOSED', 'DISAGREED', 0, 'BLOCKED', 'RELEASED'],
    // The core reported first that there is nothing to return.
    ['CLOSED', 'AGREED', 0, 'RELEASED', 'RELEASED'],
    ['CANCELLED', 'AGREED', 0, 'HELD_FOR_REFUND', 'RELEASED'],
    ['CANCELLED', null, 0, 'BLOCKED', 'RELEASED'],
    // A returned amount stays returned.
    ['CANCELLED', 'AGREED', 100, 'RETURNED', 'RETURNED'],
    ['CANCELLED', 'AGREED', 99, 'PARTIALLY_RETURNED', 'PARTIALLY_RETURNED'],
    ['CLOSED', 'AGREED', 100, 'RETURNED', 'RETURNED'],
  ] as const)(
    '%s with the verdict %s, %i of 100 returned, %s before: %s',
    (status, verdict, returned, before, after) => {
      const amounts = { amount: 100, returned_amount: returned, blocked_amount_status: before }
      expect(blockAfter({ status, analysis_result: verdict, ...amounts })).toBe(after)
    },
  )
})

describe('deadlines', () => {
  const created = new Date('2026-02-02T10:20:30.000Z')

  it('are seven days, with a reminder two days before, to the second', () => {
    expect(dueAt(created).toISOString()).toBe('2026-02-09T10:20:30.000Z')
    expect(remindAt(created, readSettings(infractionSettings, {})).toISOString()).toBe('2026-02-07T10:20:30.000Z')
  })

  it('never remind before the notification arrived', () => {
    expect(remindAt(created, { INFRACTION_REMINDER_DAYS: 9 })).toEqual(created)
  })
})

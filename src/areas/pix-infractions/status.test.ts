import { describe, expect, it } from 'vitest'
import { readSettings } from '../../base/config/settings.ts'
import type { Event } from '../../events/event.ts'
import { dueAt, remindAt } from './deadlines.ts'
import { pix } from './events.ts'
import { type Notification, type NotificationStatus, notificationStatuses } from './notification.ts'
import { infractionSettings } from './settings.ts'
import { blockedAmount, eventSince, isAnswerable, nextStatus, notificationEvents } from './status.ts'

const { acknowledged, closed, cancelled } = pix.infraction_notification

/** Every status against every event; a dash is a refusal. The order is that of `notificationEvents`. */
const table: Record<NotificationStatus, string[]> = {
  OPEN: ['ACKNOWLEDGED', 'IN_ANALYSIS', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'],
  ACKNOWLEDGED: ['-', 'IN_ANALYSIS', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'],
  IN_ANALYSIS: ['-', '-', '-', 'CLOSED', 'CANCELLED'],
  CLOSED: ['-', '-', '-', '-', 'CANCELLED'],
  CANCELLED: ['-', '-', '-', '-', '-'],
}

describe('what may happen to a notification', () => {
  it.each(notificationStatuses)('%s', (status) => {
    expect(notificationEvents.map((event) => nextStatus(status, event) ?? '-')).toEqual(table[status])
  })

  it('is answered once, and before its end', () => {
    expect(notificationStatuses.filter(isAnswerable)).toEqual(['OPEN', 'ACKNOWLEDGED'])
  })
})

describe('what happened since we last knew', () => {
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
    ['OPEN', undefined, 'BLOCKED'],
    ['ACKNOWLEDGED', undefined, 'BLOCKED'],
    ['IN_ANALYSIS', 'AGREED', 'BLOCKED'],
    ['CLOSED', 'AGREED', 'RETURNED'],
    ['CLOSED', 'DISAGREED', 'RELEASED'],
    ['CANCELLED', 'AGREED', 'RELEASED'],
    ['CANCELLED', undefined, 'RELEASED'],
  ] as const)('%s with the verdict %s: %s', (status, verdict, expected) => {
    expect(blockedAmount(status, verdict)).toBe(expected)
  })
})

describe('deadlines', () => {
  const created = new Date('2026-02-02T10:20:30.000Z')

  it('are seven days, with a reminder two days before, to the second', () => {
    expect(dueAt(created).toISOString()).toBe('2026-02-09T10:20:30.000Z')
    expect(remindAt(created, readSettings(infractionSettings, {})).toISOString()).toBe('2026-02-07T10:20:30.000Z')
  })

  it('never remind before the notification came', () => {
    expect(remindAt(created, { INFRACTION_REMINDER_DAYS: 9 })).toEqual(created)
  })
})

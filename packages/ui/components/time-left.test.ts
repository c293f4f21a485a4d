import { describe, expect, it } from 'vitest'
import { endOfDay, timeLeft } from './time-left.ts'

const at = (text: string) => new Date(text)

describe('the time left until a deadline', () => {
  it.each([
    // Noon in São Paulo is 15:00 in London, for every viewer.
    ['2026-11-15T15:00:00Z', '2026-11-15T15:00:01Z', 'soon', [0, 0, 0]],
    ['2026-11-15T15:00:00Z', '2026-11-15T15:00:00Z', 'overdue', [0, 0, 0]],
    ['2026-11-15T15:00:00Z', '2026-11-15T14:59:00Z', 'overdue', [0, 0, 1]],
    ['2026-11-15T15:00:00Z', '2026-11-15T19:00:00Z', 'soon', [0, 4, 0]],
    ['2026-11-15T15:00:00Z', '2026-11-15T19:00:01Z', 'today', [0, 4, 0]],
    // Already another day in London, not yet in São Paulo.
    ['2026-11-15T15:00:00Z', '2026-11-16T02:59:00Z', 'today', [0, 11, 59]],
    ['2026-11-15T15:00:00Z', '2026-11-16T03:00:00Z', 'later', [0, 12, 0]],
    ['2026-11-15T15:00:00Z', '2026-11-18T17:30:00Z', 'later', [3, 2, 30]],
    ['2026-11-15T15:00:00Z', '2026-11-13T14:00:00Z', 'overdue', [2, 1, 0]],
  ] as const)('at %s of %s: %s', (now, deadline, urgency, [days, hours, minutes]) => {
    expect(timeLeft(at(deadline), at(now))).toEqual({ urgency, days, hours, minutes })
  })
})

describe('the end of the day', () => {
  it.each([
    ['2026-11-15T15:00:00Z', '2026-11-16T03:00:00.000Z'],
    ['2026-11-16T02:59:59Z', '2026-11-16T03:00:00.000Z'],
    ['2026-11-16T03:00:00Z', '2026-11-17T03:00:00.000Z'],
  ])('of %s is %s, in São Paulo', (now, end) => {
    expect(endOfDay(at(now)).toISOString()).toBe(end)
  })
})

import { describe, expect, it } from 'vitest'
import { fundsRecoveryMoves, infractionReportMoves, next, refundMoves } from './machine.ts'

/** Every state against every action, written out: a dash is a rejection. */
const tables = [
  {
    name: 'an infraction report',
    moves: infractionReportMoves,
    actions: ['acknowledge', 'close', 'cancel'],
    rows: {
      OPEN: ['ACKNOWLEDGED', '-', 'CANCELLED'],
      ACKNOWLEDGED: ['-', 'CLOSED', 'CANCELLED'],
      CLOSED: ['-', '-', 'CANCELLED'],
      CANCELLED: ['-', '-', '-'],
    },
  },
  {
    name: 'a refund',
    moves: refundMoves,
    actions: ['close', 'cancel'],
    rows: { OPEN: ['CLOSED', 'CANCELLED'], CLOSED: ['-', '-'], CANCELLED: ['-', '-'] },
  },
  {
    name: 'a funds recovery',
    moves: fundsRecoveryMoves,
    actions: ['track', 'block', 'analyse', 'refund', 'complete', 'reject', 'cancel'],
    rows: {
      CREATED: ['TRACKED', 'AWAITING_ANALYSIS', '-', '-', '-', '-', 'CANCELLED'],
      TRACKED: ['-', 'AWAITING_ANALYSIS', '-', '-', '-', '-', 'CANCELLED'],
      AWAITING_ANALYSIS: ['-', '-', 'ANALYSED', '-', '-', '-', 'CANCELLED'],
      ANALYSED: ['-', '-', '-', 'REFUNDING', '-', 'COMPLETED', 'CANCELLED'],
      REFUNDING: ['-', '-', '-', '-', 'COMPLETED', '-', 'CANCELLED'],
      COMPLETED: ['-', '-', '-', '-', '-', '-', '-'],
      CANCELLED: ['-', '-', '-', '-', '-', '-', '-'],
    },
  },
]

describe.each(tables)('$name', ({ moves, actions, rows }) => {
  it('has no other action', () => expect(Object.keys(moves)).toEqual(actions))

  it.each(Object.entries(rows))('%s', (from, expected) => {
    expect(actions.map((action) => next(moves as Parameters<typeof next>[0], action, from) ?? '-')).toEqual(expected)
  })
})

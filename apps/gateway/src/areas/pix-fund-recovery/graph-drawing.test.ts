import { describe, expect, it } from 'vitest'
import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import { hopsOf, type RecoveryDrawing } from './graph-drawing.ts'
import { drawSvg } from './render-svg.ts'
import { drawText } from './render-text.ts'

const payment = (id: string, from: number, to: number, amount: number, minute: number) => ({
  id,
  debtor_account_id: from,
  creditor_account_id: to,
  amount,
  refundable_amount: amount,
  settlement_time: `2026-02-02T10:${minute}:00.000Z`,
})

const graph: TrackingGraph = {
  funds_recovery_id: 'r',
  root_transaction_id: 'E1',
  creation_time: '2026-02-02T11:00:01.000Z',
  parameters: {},
  persons: [],
  accounts: [1, 2, 3].map((id) => ({ id, owner_id: id, participant: `${id}`.repeat(8) })),
  // The third account sends a part back to the second: a cycle must not loop for ever.
  transactions: [payment('E1', 1, 2, 1_000_00, 10), payment('E2', 2, 3, 600_00, 20), payment('E3', 3, 2, 100_00, 30)],
}

const drawn: RecoveryDrawing = {
  recovery: {
    id: '01a1dcb1-e19f-7f79-a09d-6a7ca7d62031',
    status: 'COMPLETED_APPROVED',
    dict_status: 'COMPLETED',
    transaction_amount: 1_000_00,
    refund_total_amount: 600_00,
    end_to_end_id: 'E1',
    refunds: [
      {
        id: '1',
        end_to_end_id: 'E2',
        bank_ispb: '33333333',
        status: 'CLOSED',
        amount: 600_00,
        refunded_amount: 600_00,
      },
    ],
  },
  events: [
    { type: 'pix.fund_recovery.created', created_at: '2026-02-02T11:00:00.000Z' },
    { type: 'pix.fund_recovery.completed_approved', created_at: '2026-02-09T11:00:00.000Z' },
  ],
  hops: hopsOf(graph),
}

describe('the tracking graph', () => {
  it('is traversed once, also with a cycle', () => {
    expect(drawn.hops.map(({ end_to_end_id, depth }) => [end_to_end_id, depth])).toEqual([
      ['E1', 0],
      ['E2', 1],
      ['E3', 2],
    ])
  })

  it('is printed in the terminal below the timeline', () => {
    const text = drawText(drawn)
    expect(text).toContain('COMPLETED_APPROVED (DICT: COMPLETED), R$ 600,00 of R$ 1.000,00 came back')
    expect(text).toContain('● 2026-02-09T11:00:00.000Z  completed_approved')
    expect(text).toContain('11111111 #1 → 22222222 #2  R$ 1.000,00')
    expect(text).toContain('   └─ 22222222 #2 → 33333333 #3  R$ 600,00')
    expect(text).toContain('33333333  CLOSED  R$ 600,00 of R$ 600,00')
  })

  it('is rendered as SVG: a box for each account, an arrow for each payment', () => {
    const svg = drawSvg(drawn)
    expect(svg.match(/<line /g)).toHaveLength(3)
    expect(svg.match(/<rect x=/g)).toHaveLength(3)
    expect(svg.match(/<circle /g)).toHaveLength(2)
    expect(svg).toContain('>2026-02-09T11:00:00.000Z  completed_approved</text>')
  })

  it('reports when nothing was tracked', () => {
    expect(drawText({ ...drawn, hops: [] })).toContain('not tracked yet')
    expect(drawSvg({ ...drawn, hops: [] })).not.toContain('<line')
  })
})

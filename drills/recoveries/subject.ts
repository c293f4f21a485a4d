import type { Kind } from './points.ts'

/** What the core sends back of a refund, and under which id: decided once, and said as often as it takes. */
export interface Paid {
  paid_amount: number
  end_to_end_id?: string
  rejection_reason?: string
}

/** One thing that goes its way while processes die under it. `id` is how the gateway calls it. */
export interface Subject {
  kind: Kind
  id: string
  end_to_end_id: string
  /** Of a refund: the report it follows, what the core sends back, and whether the drill itself reports that. */
  report_id?: string
  paid?: Paid
  byHand?: boolean
}

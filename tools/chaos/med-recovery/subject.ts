import type { KillPointsKind } from './kill-points.ts'

/** The core's payment of a refund, and its id: decided once, and reported as often as needed. */
export interface Paid {
  paid_amount: number
  end_to_end_id?: string
  rejection_reason?: string
}

/** One record that progresses while processes die. `id` is the gateway's. */
export interface Subject {
  kind: KillPointsKind
  id: string
  end_to_end_id: string
  /** For a refund: its report, the core's payment, and whether the drill itself reports the payment. */
  report_id?: string
  paid?: Paid
  byHand?: boolean
}

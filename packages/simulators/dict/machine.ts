import type {
  FundsRecoveryStatus,
  InfractionReportStatus,
  RefundStatus,
} from '@eclusa/gateway/src/partners/dict/enums.ts'

/**
 * DICT's state machines as tables: allowed actions, the states they start from, and the new state. Everything else is
 * rejected.
 */
type Moves<S extends string> = Record<string, { from: readonly S[]; to: S }>

export const infractionReportMoves = {
  acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED' },
  close: { from: ['ACKNOWLEDGED'], to: 'CLOSED' },
  // Its creator may cancel a report at any time, even after it was agreed with.
  cancel: { from: ['OPEN', 'ACKNOWLEDGED', 'CLOSED'], to: 'CANCELLED' },
} satisfies Moves<InfractionReportStatus>

export const refundMoves = {
  close: { from: ['OPEN'], to: 'CLOSED' },
  cancel: { from: ['OPEN'], to: 'CANCELLED' },
} satisfies Moves<RefundStatus>

export const fundsRecoveryMoves = {
  track: { from: ['CREATED'], to: 'TRACKED' },
  block: { from: ['CREATED', 'TRACKED'], to: 'AWAITING_ANALYSIS' },
  analyse: { from: ['AWAITING_ANALYSIS'], to: 'ANALYSED' },
  refund: { from: ['ANALYSED'], to: 'REFUNDING' },
  complete: { from: ['REFUNDING'], to: 'COMPLETED' },
  // The bank that received the root payment disagreed: no refund can be requested.
  reject: { from: ['ANALYSED'], to: 'COMPLETED' },
  // Its open refunds are cancelled with it, so it may be cancelled while there are some.
  cancel: { from: ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS', 'ANALYSED', 'REFUNDING'], to: 'CANCELLED' },
} satisfies Moves<FundsRecoveryStatus>

/** The state after `action` in state `from`, or undefined when DICT rejects it. */
export function next<S extends string, M extends Moves<S>>(moves: M, action: keyof M, from: S): S | undefined {
  const move = moves[action]
  return move?.from.includes(from) ? move.to : undefined
}

/** In these states the data of a recovery can still be corrected. */
export const updatable: readonly FundsRecoveryStatus[] = ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS']

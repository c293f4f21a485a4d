import type { FundsRecoveryStatus, InfractionReportStatus, RefundStatus } from '../../src/partners/dict/values.ts'

/**
 * DICT's state machines as tables: what may happen, from which states, and where it leads. Everything that is not in a
 * table is refused.
 */
type Moves<S extends string> = Record<string, { from: readonly S[]; to: S }>

export const infractionReportMoves = {
  acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED' },
  close: { from: ['ACKNOWLEDGED'], to: 'CLOSED' },
  // Its creator may take a report back at any time, even after it was agreed with.
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
  // The bank that received the root payment disagreed: there is nothing to ask back.
  reject: { from: ['ANALYSED'], to: 'COMPLETED' },
  // Refunds that are not closed are cancelled with it: so it may be cancelled while there are some.
  cancel: { from: ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS', 'ANALYSED', 'REFUNDING'], to: 'CANCELLED' },
} satisfies Moves<FundsRecoveryStatus>

/** Where `action` leads from `from`, or undefined when DICT refuses it there. */
export function next<S extends string, M extends Moves<S>>(moves: M, action: keyof M, from: S): S | undefined {
  const move = moves[action]
  return move?.from.includes(from) ? move.to : undefined
}

/** While these last, what was told about a recovery can still be mended. */
export const updatable: readonly FundsRecoveryStatus[] = ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS']

import type { TrackingGraphParameters } from '../../partners/dict/tracking-graph.ts'

/** By default DICT ignores smaller payments, and accepts none as a root. */
const MIN_AMOUNT_DEFAULT = 200_00

/**
 * Tracking parameters, smaller in each step. DICT's own defaults are its maxima (five payments, two hops of two
 * hours). When tracking takes too long, DICT requires a new request with smaller parameters.
 */
const less: (TrackingGraphParameters | undefined)[] = [
  undefined,
  { max_transactions: 3, hop_window: 'PT1H', max_hops: 2 },
  { max_transactions: 2, hop_window: 'PT30M', max_hops: 1 },
  { max_transactions: 1, hop_window: 'PT15M', max_hops: 1 },
]

/** The last step requests only the root payment. */
export const lessThan = (step: number) => Math.min(step + 1, less.length - 1)

/**
 * The parameters of that step. The minimum amount never exceeds the root payment, because DICT would otherwise report
 * that it does not know the payment.
 */
export function parametersAt(step: number, rootAmount: number): TrackingGraphParameters | undefined {
  return rootAmount < MIN_AMOUNT_DEFAULT ? { ...less[step], min_transaction_amount: rootAmount } : less[step]
}

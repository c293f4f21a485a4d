import type { TrackingGraphParameters } from '../../partners/dict/tracking-graph.ts'

/** Smaller payments DICT does not follow unless it is told to, and neither does it take one as a root. */
const MIN_AMOUNT_DEFAULT = 200_00

/**
 * How far DICT is asked to follow the money, in steps that ask for less each time. DICT's own defaults are its maxima (five
 * payments, two hops of two hours); where following takes too long it wants a new attempt with less than that.
 */
const less: (TrackingGraphParameters | undefined)[] = [
  undefined,
  { max_transactions: 3, hop_window: 'PT1H', max_hops: 2 },
  { max_transactions: 2, hop_window: 'PT30M', max_hops: 1 },
  { max_transactions: 1, hop_window: 'PT15M', max_hops: 1 },
]

/** The last step asks for nothing but the root: there is no less. */
export const lessThan = (step: number) => Math.min(step + 1, less.length - 1)

/** What is sent at that step. The root itself always meets it, or DICT would say that it does not know the payment. */
export function parametersAt(step: number, rootAmount: number): TrackingGraphParameters | undefined {
  return rootAmount < MIN_AMOUNT_DEFAULT ? { ...less[step], min_transaction_amount: rootAmount } : less[step]
}

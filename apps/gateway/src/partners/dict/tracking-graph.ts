import { cents, instant, listOf, optional, record, text, whole } from './xml/shape.ts'
import { reais, type XmlElementContent } from './xml/write.ts'

/** How far DICT tracks the money. BACEN's defaults apply to omitted fields. */
export interface TrackingGraphParameters {
  /** In cents: smaller payments are not tracked. */
  min_transaction_amount?: number
  max_transactions?: number
  /** ISO 8601: how long money may stay in an account before it moves on and is still tracked. */
  hop_window?: string
  max_hops?: number
}

/**
 * The tracking graph. Persons and accounts are numbers without meaning outside it: DICT returns no names or documents,
 * and neither do we.
 */
export type TrackingGraph = ReturnType<typeof trackingGraph>

export const trackingGraph = record({
  funds_recovery_id: text,
  root_transaction_id: text,
  creation_time: instant,
  parameters: record({
    min_transaction_amount: optional(cents),
    max_transactions: optional(whole),
    hop_window: optional(text),
    max_hops: optional(whole),
  }),
  persons: listOf('Person', record({ id: whole, type: text, entity_creation_date: optional(instant) })),
  accounts: listOf(
    'Account',
    record({ id: whole, owner_id: whole, participant: text, opening_date: optional(instant) }),
  ),
  transactions: listOf(
    'Transaction',
    record({
      id: text,
      debtor_account_id: whole,
      creditor_account_id: whole,
      amount: cents,
      refundable_amount: cents,
      settlement_time: instant,
    }),
  ),
})

export function parametersContent(parameters: TrackingGraphParameters | undefined): XmlElementContent | undefined {
  if (!parameters) return undefined
  const { min_transaction_amount: least, max_transactions, hop_window, max_hops } = parameters
  const min_transaction_amount = least === undefined ? undefined : reais(least)
  return { min_transaction_amount, max_transactions, hop_window, max_hops }
}

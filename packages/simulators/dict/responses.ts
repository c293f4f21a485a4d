import type { DictRefund, DictReport, DictTransaction, Marker, Recovery } from './state.ts'
import { accountKey } from './tracking.ts'
import { reais, type XmlContent } from './xml.ts'

/** Records in DICT's format: amounts in reais, without internal columns. */

export function reportContent({
  infraction_amount: amount,
  contact_information: contact,
  ...report
}: DictReport): XmlContent {
  const { email, phone } = contact ?? {}
  return {
    ...report,
    fraud_type: undefined,
    contact_information: contact && { email, phone },
    infraction_amount: amount === undefined ? undefined : reais(amount),
  }
}

export function refundContent({
  refund_amount,
  effective_refunded_amount: effective,
  ...refund
}: DictRefund): XmlContent {
  return {
    ...refund,
    refund_account: refund.refund_account && { ...refund.refund_account },
    refund_amount: reais(refund_amount),
    effective_refunded_amount: effective === undefined ? undefined : reais(effective),
  }
}

export function recoveryContent(recovery: Recovery): XmlContent {
  const { email, phone } = recovery.contact_information
  return { ...recovery, contact_information: { email, phone }, graph: undefined, analysed_time: undefined }
}

export function markerContent(marker: Marker): XmlContent {
  const { infraction_report: report } = marker
  return { ...marker, participant: undefined, infraction_report: report && { ...report } }
}

/** Persons and accounts become numbers, in the order in which they first appear. */
export function graphContent({ id, root_transaction_id, graph }: Recovery): XmlContent {
  const { parameters, transactions, creation_time } = graph
  const accounts = new Map<string, DictTransaction['debtor']>()
  for (const { debtor, creditor } of transactions) {
    accounts.set(accountKey(debtor), debtor)
    accounts.set(accountKey(creditor), creditor)
  }
  const numbers = new Map([...accounts.keys()].map((key, index) => [key, index + 1]))
  return {
    funds_recovery_id: id,
    root_transaction_id,
    creation_time,
    parameters: { ...parameters, min_transaction_amount: reais(parameters.min_transaction_amount) },
    persons: { person: [...accounts].map(([key, { person_type }]) => ({ id: numbers.get(key), type: person_type })) },
    accounts: {
      account: [...accounts].map(([key, { participant }]) => ({
        id: numbers.get(key),
        owner_id: numbers.get(key),
        participant,
        opening_date: '2020-01-10T03:00:00.000Z',
      })),
    },
    transactions: {
      transaction: transactions.map((each) => ({
        id: each.id,
        debtor_account_id: numbers.get(accountKey(each.debtor)),
        creditor_account_id: numbers.get(accountKey(each.creditor)),
        amount: reais(each.amount),
        refundable_amount: reais(each.amount),
        settlement_time: each.settlement_time,
      })),
    },
  }
}

import type { Static } from 'typebox'
import { lowerIds, recordShape } from '../../http/validate-request.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { isCnpj } from '../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../platform/tax-ids/cpf.ts'
import { withoutHidden } from '../../platform/unicode-text.ts'
import { isEndToEndId } from './end-to-end-id.ts'
import { rules } from './record-rules.ts'
import { statusesOf } from './transaction.ts'
import { type StoredTransaction, TransactionRecord, transactionFields } from './transaction-record.ts'

type TransactionInput = Static<typeof TransactionRecord>

/** Pix did not exist before this month. */
const FIRST_MOMENT = '2020-11-01T00:00:00.000Z'
/** The maximum clock difference of the ledger. A record from the future would win over every later state. */
const AHEAD_MS = 5 * 60_000

const brokenShape = recordShape(TransactionRecord)

/** Normalises a record for comparison and storage, or returns every rule it breaks. */
export function readRecord(value: unknown, now: Date): { record: StoredTransaction } | { errors: BrokenRule[] } {
  const malformed = brokenShape(value)
  if (malformed.length > 0) return { errors: malformed }
  const record = completed(value as TransactionInput)
  const errors = [...brokenDates(record, now), ...brokenRules(record)]
  return errors.length > 0 ? { errors } : { record }
}

/** Rules between the fields of a record. A merged record must satisfy them like one that is sent whole. */
export function brokenRules(record: StoredTransaction): BrokenRule[] {
  return [...brokenIds(record), ...brokenAmounts(record), ...brokenParties(record)]
}

function completed(sent: TransactionInput): StoredTransaction {
  const ids = lowerIds(sent)
  const { created_at, updated_at, payment_date } = sent
  const times = {
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    payment_date: payment_date && iso(payment_date),
  }
  const given = { ...ids, ...times }
  // A joiner or direction mark in a description that a payer typed is no reason to reject the movement.
  const fields = transactionFields.map((field) => [field, readable(given[field]) ?? null])
  return { ...(Object.fromEntries(fields) as Omit<StoredTransaction, 'version'>), version: 1 }
}

const readable = <T>(value: T) => (typeof value === 'string' ? withoutHidden(value) || null : value)

function iso(moment: string): string {
  return new Date(moment).toISOString()
}

function brokenDates({ created_at, updated_at }: StoredTransaction, now: Date): BrokenRule[] {
  const limit = new Date(now.getTime() + AHEAD_MS).toISOString()
  return [
    ...(created_at < FIRST_MOMENT ? [rules.beforePix] : []),
    ...(created_at > limit ? [rules.inTheFuture('created_at')] : []),
    ...(updated_at > limit ? [rules.inTheFuture('updated_at')] : []),
    ...(updated_at < created_at ? [rules.updatedBeforeCreated] : []),
  ]
}

function brokenIds(record: StoredTransaction): BrokenRule[] {
  const { type, status, operation_id, end_to_end_id, original_end_to_end_id, devolution_code } = record
  const returns = type === 'DEVOLUTION' || type === 'DEVOLUTION_RECEIVED'
  const refersBack = record.original_id !== null || original_end_to_end_id !== null || devolution_code !== null
  return [
    ...(statusesOf[type].includes(status) ? [] : [rules.statusOfOtherType]),
    // A payment gets its ledger operation when it is sent, so a scheduled one may have none.
    ...(operation_id === null && type !== 'PAYMENT' ? [rules.missing('operation_id')] : []),
    ...(end_to_end_id === null && !returns ? [rules.missing('end_to_end_id')] : []),
    // A recovery identifies the payment by E and the devolution by D: a wrong kind would contest another movement.
    ...(end_to_end_id !== null && !isEndToEndId(end_to_end_id, returns ? 'D' : 'E')
      ? [rules.endToEndId('end_to_end_id', returns ? 'D' : 'E')]
      : []),
    ...(original_end_to_end_id !== null && !isEndToEndId(original_end_to_end_id, 'E')
      ? [rules.endToEndId('original_end_to_end_id', 'E')]
      : []),
    ...(record.purpose !== null && returns ? [rules.noPurposeOfDevolutions] : []),
    ...(refersBack && !returns ? [rules.onlyDevolutionsReferBack] : []),
  ]
}

function brokenAmounts({ type, amount, available_amount }: StoredTransaction): BrokenRule[] {
  if (available_amount === null) return []
  if (type !== 'DEPOSIT') return [rules.onlyDepositsAreReturned]
  return available_amount > amount ? [rules.availableOverAmount] : []
}

function brokenParties(record: StoredTransaction): BrokenRule[] {
  return (['owner', 'beneficiary'] as const).flatMap((party) => {
    const document = record[`${party}_document`]
    const personType = record[`${party}_person_type`]
    if (document === null) return []
    const found = isCpf(document) ? 'NATURAL_PERSON' : isCnpj(document) ? 'LEGAL_PERSON' : undefined
    if (!found) return [rules.document(party)]
    return personType !== null && personType !== found ? [rules.personType(party)] : []
  })
}

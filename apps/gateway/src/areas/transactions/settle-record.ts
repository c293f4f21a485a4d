import type { BrokenRule } from '../../platform/errors/fault.ts'
import type { FirstPayment } from './pix-payments.ts'
import { brokenRules } from './read-record.ts'
import { rules } from './record-rules.ts'
import { fixedFields, movingFields, type StoredTransaction } from './transaction-record.ts'

export type Settlement =
  | { outcome: 'CREATED' | 'UPDATED'; transaction: StoredTransaction }
  /** An identical repeat. */
  | { outcome: 'UNCHANGED' }
  /** An older state than the stored one: it arrived late and changes nothing. */
  | { outcome: 'OUTDATED' }
  | { outcome: 'REFUSED'; errors: BrokenRule[]; first_payment?: FirstPayment }

/**
 * Merges a received record into the stored one. Records may arrive twice, late and in any order, and the result is
 * always the same: every fixed field that was ever sent, and the state with the latest time on the ledger's clock.
 */
export function settleRecord(kept: StoredTransaction | undefined, sent: StoredTransaction): Settlement {
  if (!kept) return { outcome: 'CREATED', transaction: sent }

  const contradicted = fixedFields.filter(
    (field) => kept[field] !== null && sent[field] !== null && kept[field] !== sent[field],
  )
  if (contradicted.length > 0) return { outcome: 'REFUSED', errors: contradicted.map(rules.fixed) }

  const moved = movingFields.filter((field) => kept[field] !== sent[field])
  // Two states with the same time are rejected, because we cannot decide which is later.
  if (sent.updated_at === kept.updated_at && moved.length > 0) {
    return { outcome: 'REFUSED', errors: moved.map(rules.sameMoment) }
  }
  const learned = fixedFields.filter((field) => kept[field] === null && sent[field] !== null)
  const newer = sent.updated_at > kept.updated_at ? movingFields : []
  const taken = [...learned, ...newer].map((field) => [field, sent[field]])
  if (taken.length === 0) return { outcome: moved.length > 0 ? 'OUTDATED' : 'UNCHANGED' }
  const change = Object.fromEntries(taken) as Partial<StoredTransaction>
  const transaction = { ...kept, ...change, version: kept.version + 1 }
  const errors = brokenRules(transaction)
  return errors.length > 0 ? { outcome: 'REFUSED', errors } : { outcome: 'UPDATED', transaction }
}

import type { BrokenRule } from '../../base/errors/fault.ts'
import type { FirstPayment } from './pix-payments.ts'
import { brokenRules } from './read-record.ts'
import { rules } from './record-rules.ts'
import { fixedFields, movingFields, type Transaction } from './transaction-record.ts'

export type Settlement =
  | { outcome: 'CREATED' | 'UPDATED'; transaction: Transaction }
  /** The same again. */
  | { outcome: 'UNCHANGED' }
  /** An older state than the one kept: it came late, and undoes nothing. */
  | { outcome: 'OUTDATED' }
  | { outcome: 'REFUSED'; errors: BrokenRule[]; first_payment?: FirstPayment }

/**
 * What becomes of a record that is sent, given what is kept. Records may come twice, late and in any order, and whatever
 * the order the same remains: all that was ever said of what the transaction is, and the last word, by the ledger's own
 * clock, on what became of it.
 */
export function settleRecord(kept: Transaction | undefined, sent: Transaction): Settlement {
  if (!kept) return { outcome: 'CREATED', transaction: sent }

  const contradicted = fixedFields.filter(
    (field) => kept[field] !== null && sent[field] !== null && kept[field] !== sent[field],
  )
  if (contradicted.length > 0) return { outcome: 'REFUSED', errors: contradicted.map(rules.fixed) }

  const moved = movingFields.filter((field) => kept[field] !== sent[field])
  // One moment cannot hold two states: which of them came last is not ours to guess.
  if (sent.updated_at === kept.updated_at && moved.length > 0) {
    return { outcome: 'REFUSED', errors: moved.map(rules.sameMoment) }
  }
  const learned = fixedFields.filter((field) => kept[field] === null && sent[field] !== null)
  const newer = sent.updated_at > kept.updated_at ? movingFields : []
  const taken = [...learned, ...newer].map((field) => [field, sent[field]])
  if (taken.length === 0) return { outcome: moved.length > 0 ? 'OUTDATED' : 'UNCHANGED' }
  const change = Object.fromEntries(taken) as Partial<Transaction>
  const transaction = { ...kept, ...change, version: kept.version + 1 }
  const errors = brokenRules(transaction)
  return errors.length > 0 ? { outcome: 'REFUSED', errors } : { outcome: 'UPDATED', transaction }
}

import sql, { raw } from 'sql-template-tag'
import { scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { type BilletDecode, BilletDecodeReply } from './billet-decode.ts'

const columns = raw(Object.keys(BilletDecodeReply.properties).join(', '))

/**
 * Returns false when this user already has a decode with the id. A table partitioned by month cannot have a unique
 * constraint across months, so each insert takes an advisory lock on the id until the end of the transaction.
 */
export async function insertDecode(tx: Tx, decode: BilletDecode): Promise<boolean> {
  const { user_id } = tx.scope
  const lockName = `billet_decodes ${user_id} ${decode.id}`
  const [, taken] = await Promise.all([
    tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`),
    tx.query(sql`select 1 from billet_decodes where user_id = ${user_id} and id = ${decode.id}`),
  ])
  if (taken.length > 0) return false
  addDecode(tx, decode)
  return true
}

/** Inserts a decode whose id the gateway generated, so no conflict is possible. */
export function addDecode(tx: Tx, decode: BilletDecode): void {
  tx.write(sql`
    insert into billet_decodes (user_id, product_id, id, wallet_id, barcode, typeable_line, payment_date, registry_revision,
      original_amount, charged_amount, charged_rebate_amount, charged_discount_amount, charged_interest_amount,
      charged_fine_amount, due_date, limit_due_date, charged_amount_due_date, beneficiary_name, beneficiary_bank_name,
      beneficiary_document, divergent_amount_type, min_amount, max_amount, created_at)
    values (${tx.scope.user_id}, ${decode.product_id}, ${decode.id}, ${decode.wallet_id}, ${decode.barcode}, ${decode.typeable_line},
      ${decode.payment_date}, ${decode.registry_revision}, ${decode.original_amount}, ${decode.charged_amount},
      ${decode.charged_rebate_amount}, ${decode.charged_discount_amount}, ${decode.charged_interest_amount},
      ${decode.charged_fine_amount}, ${decode.due_date}, ${decode.limit_due_date}, ${decode.charged_amount_due_date},
      ${decode.beneficiary_name}, ${decode.beneficiary_bank_name}, ${decode.beneficiary_document},
      ${decode.divergent_amount_type}, ${decode.min_amount}, ${decode.max_amount}, ${decode.created_at})`)
}

export async function findDecode(tx: Tx, id: string): Promise<BilletDecode | undefined> {
  const [decode] = await tx.query<BilletDecode>(sql`
    select ${columns} from billet_decodes where ${scopeFilter(tx)} and id = ${id}`)
  return decode
}

import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Tx } from '../http/transaction.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { type CaseRow, type CaseRule, type CaseState, caseOf, NOBODY } from './case-rule.ts'

/**
 * Updates the cases of a table in the transactions that write the table. The store registers each row that it read
 * under a lock, so that a change without effect on the case costs no statement.
 */
export interface CaseWriter {
  read: (tx: Tx, row: CaseRow) => void
  created: (tx: Tx, row: CaseRow) => void
  changed: (tx: Tx, row: CaseRow) => void
}

type States = Map<string, CaseState | null>

/** The cases that each transaction has read or written. */
const known = new WeakMap<Transaction, States>()

function statesOf(tx: Tx): States {
  const states: States = known.get(tx) ?? new Map()
  known.set(tx, states)
  return states
}

export function createCaseWriter(rule: CaseRule): CaseWriter {
  const keyOf = ({ id }: CaseRow) => `${rule.name} ${id}`
  const write = (tx: Tx, row: CaseRow, before: CaseState | null | undefined) => {
    const state = caseOf(rule, row)
    statesOf(tx).set(keyOf(row), state)
    if (!isDeepStrictEqual(state, before)) writeCase(tx, rule, row, tx.scope.user_id)
  }
  return {
    read(tx, row) {
      const states = statesOf(tx)
      // Writes are sent with COMMIT, so a row that is read again within the transaction is older than its write.
      if (!states.has(keyOf(row))) states.set(keyOf(row), caseOf(rule, row))
    },
    created(tx, row) {
      write(tx, row, null)
      if (rule.aboutPayment) writeDocuments(tx, rule, row as CaseOfPayment)
    },
    changed: (tx, row) => write(tx, row, statesOf(tx).get(keyOf(row))),
  }
}

/** Opens, changes or ends the case of a written row, whatever it was before. */
export function writeCase(tx: Transaction, rule: CaseRule, row: CaseRow, user_id = NOBODY): void {
  const state = caseOf(rule, row)
  if (!state) return endCases(tx, rule, [row.id], user_id)
  const { wallet_id, product_id = null } = row as CaseRow & { wallet_id?: string; product_id?: string | null }
  const product = rule.of === 'wallet' ? sql`product_of_wallet(${user_id}, ${wallet_id})` : sql`${product_id}::uuid`
  tx.write(sql`
    insert into cases (user_id, product_id, kind, id, since, due_at, version)
    values (${user_id}, ${product}, ${rule.name}, ${row.id}, ${state.since}, ${state.due_at}, ${state.version})
    on conflict (user_id, kind, id) do update
      set since = excluded.since, due_at = excluded.due_at, version = excluded.version`)
}

export function endCases(tx: Transaction, { name }: CaseRule, ids: string[], user_id = NOBODY): void {
  if (ids.length === 0) return
  tx.write(sql`delete from cases where user_id = ${user_id} and kind = ${name} and id = any(${ids}::uuid[])`)
}

interface CaseOfPayment extends CaseRow {
  wallet_id: string
  transaction_id: string
  created_at: string
}

/**
 * The documents of a Pix case, written once with the record: our customer's and the counterparty's. Payments have no
 * index by document, but other cases of the same document must be found.
 */
function writeDocuments(
  tx: Tx,
  { name }: CaseRule,
  { id, wallet_id, transaction_id, created_at }: CaseOfPayment,
): void {
  const { user_id } = tx.scope
  tx.write(sql`
    insert into case_documents (user_id, kind, case_id, party, document, opened_at)
    select ${user_id}, ${name}, ${id}, one.party, one.document, ${created_at}
    from (
      select type in ('DEPOSIT', 'DEVOLUTION_RECEIVED') as came_in, owner_document, beneficiary_document from transactions
      where user_id = ${user_id} and wallet_id = ${wallet_id} and id = ${transaction_id} limit 1) payment
    cross join lateral (values
      ('customer', case when came_in then beneficiary_document else owner_document end),
      ('counterparty', case when came_in then owner_document else beneficiary_document end)) one (party, document)
    where one.document is not null`)
}

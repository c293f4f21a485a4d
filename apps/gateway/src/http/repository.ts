import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Static, TObject } from 'typebox'
import type { CaseRule } from '../cases/case-rule.ts'
import { createCaseWriter } from '../cases/write-cases.ts'
import type { Tx } from './transaction.ts'

/** How a record refers to its product: by its own column, or through its wallet. */
export interface OfProduct {
  product_id: string | null
}

/** A stored record: the members of its reply, null where the reply omits one, and its version. */
export type StoredRecord<Reply extends TObject, Kept = {}> = {
  [Name in keyof Static<Reply>]-?: undefined extends Static<Reply>[Name]
    ? Exclude<Static<Reply>[Name], undefined> | null
    : Static<Reply>[Name]
} & { version: number } & Kept

interface Columns<Row> {
  /** Immutable columns: no later version of the record may change them. */
  fixed: readonly (keyof Row & string)[]
  /** Internal columns. */
  kept?: readonly (keyof Row & string)[]
  /** Members of the reply that are computed for the response and not stored. */
  made?: readonly string[]
  /** Arrays stored as JSON; the driver would make PostgreSQL arrays of them. */
  json?: readonly (keyof Row & string)[]
  /** The conflict target of an insert: only the id, unless another value has to be unique too. */
  conflict?: 'id' | 'any'
  /** The parent record, where the key of the table has it between the user and the id. */
  under?: keyof Row & string
  /** Which of them wait for a decision: their cases are written with them. */
  cases?: CaseRule
}

/**
 * The scope condition of a statement: records of the user, and of one product only for a caller that acts for another user.
 * The second condition is added only when needed, so that each of the two statements uses an index of its own.
 */
export function scopeFilter({ scope: { user_id, bound_to } }: Tx): Sql {
  return bound_to === null ? sql`user_id = ${user_id}` : sql`user_id = ${user_id} and product_id = ${bound_to}`
}

/** The same for records in a wallet, which belong to the wallet's product. */
export function walletFilter({ scope: { user_id, bound_to, wallet_id } }: Tx): Sql {
  return bound_to === null ? sql`user_id = ${user_id}` : sql`user_id = ${user_id} and wallet_id = ${wallet_id}`
}

/** Repository: the statements that are the same in every store. What differs stays visible there, as SQL. */
export interface Records<Row> {
  /** All columns of the record, for a select. */
  columns: Sql
  /** The record of this user, locked until the transaction ends with `lock`. */
  find: (tx: Tx, id: string, lock?: Sql) => Promise<Row | undefined>
  /** False when such a record exists already. */
  insert: (tx: Tx, row: Row) => Promise<boolean>
  /** Inserts a record with an id of the gateway, which cannot conflict: it is sent with COMMIT. */
  add: (tx: Tx, row: Row) => void
  /** Writes a new version of the record. */
  save: (tx: Tx, row: Row) => void
  /** The same for these members only, for callers that may change no other: a decision changes only its own columns. */
  only: (...names: (keyof Row)[]) => (tx: Tx, row: Row) => void
  /** The same, awaited: where only an index detects a conflict. */
  replace: (tx: Tx, row: Row) => Promise<void>
  /** Reports records that the store's own statement read under a lock. */
  held: (tx: Tx, rows: Row[]) => Row[]
}

const column = (name: string) => raw(`"${name}"`)

/** A table whose columns have the names of the reply's members. */
export function repository<Row extends { id: string; version: number } & (OfProduct | { wallet_id: string })>(
  table: string,
  reply: TObject,
  { fixed, kept = [], made = [], json = [], conflict = 'id', under, cases }: Columns<Row>,
): Records<Row> {
  const shown = Object.keys(reply.properties).filter((name) => !made.includes(name))
  const inWallet = 'wallet_id' in reply.properties
  const whose = inWallet ? walletFilter : scopeFilter
  const names = [...new Set([...shown, ...kept, ...(inWallet ? [] : ['product_id']), 'version'])] as (keyof Row &
    string)[]
  const given = names.filter((name) => name !== 'user_id')
  const moving = given.filter((name) => name !== 'product_id' && !fixed.includes(name))
  const value = (row: Row, name: keyof Row & string) => {
    const plain = row[name]
    return json.includes(name) && plain !== null ? JSON.stringify(plain) : plain
  }
  const columns = join(names.map(column))
  const from = raw(table)
  const target = conflict === 'id' ? raw('(user_id, id)') : empty
  const inserting = (tx: Tx, row: Row) => sql`
    insert into ${from} (user_id, ${join(given.map(column))})
    values (${tx.scope.user_id}, ${join(given.map((name) => value(row, name)))})`
  const saving = (tx: Tx, row: Row, changing = moving) => {
    const changes = changing.map((name) => sql`${column(name)} = ${value(row, name)}`)
    const within = under ? sql`and ${column(under)} = ${row[under]}` : empty
    return sql`update ${from} set ${join(changes)} where ${whose(tx)} ${within} and id = ${row.id}`
  }
  const writer = cases && createCaseWriter(cases)
  const save = (tx: Tx, row: Row, changing = moving) => {
    tx.write(saving(tx, row, changing))
    writer?.changed(tx, row)
  }

  return {
    columns,
    async find(tx, id, lock = empty) {
      const [row] = await tx.query<Row>(sql`
        select ${columns} from ${from} where ${whose(tx)} and id = ${id} ${lock}`)
      if (row && lock.text.includes('for update')) writer?.read(tx, row)
      return row
    },
    async insert(tx, row) {
      const inserted = await tx.query(sql`${inserting(tx, row)} on conflict ${target} do nothing returning id`)
      if (inserted.length === 1) writer?.created(tx, row)
      return inserted.length === 1
    },
    add(tx, row) {
      tx.write(inserting(tx, row))
      writer?.created(tx, row)
    },
    save: (tx, row) => save(tx, row),
    only: (...changing) => {
      const told = moving.filter((name) => changing.includes(name) || name === 'version' || name === 'updated_at')
      return (tx, row) => save(tx, row, told)
    },
    async replace(tx, row) {
      await tx.query(saving(tx, row))
      writer?.changed(tx, row)
    },
    held(tx, rows) {
      for (const row of rows) writer?.read(tx, row)
      return rows
    },
  }
}

export const forUpdate = sql`for update`

/** A record that may be withdrawn: its row stays, and no request finds it. */
export interface Withdrawable {
  withdrawn_at: string | null
}

/**
 * The record, unless it was withdrawn. Not a condition of the statement, where the planner might choose another index than
 * the key.
 */
export async function unlessWithdrawn<Row extends Withdrawable>(looked: Promise<Row | undefined>) {
  const row = await looked
  return row?.withdrawn_at === null ? row : undefined
}

/** The filters of a list: each column equal to its parameter, and none for a missing one. */
export function whereEquals(filters: Record<string, unknown>): Sql {
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? empty
    : join(
        asked.map(([name, value]) => sql`and ${column(name)} = ${value}`),
        ' ',
      )
}

/** Created within a period: from `start` on, before `end`. */
export function createdWithin(start: string | undefined, end: string | undefined): Sql {
  const lower = start === undefined ? empty : sql`and created_at >= ${start}`
  const upper = end === undefined ? empty : sql`and created_at < ${end}`
  return sql`${lower} ${upper}`
}

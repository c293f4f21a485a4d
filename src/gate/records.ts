import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Static, TObject } from 'typebox'
import type { CaseRule } from '../cases/case-rule.ts'
import { createCaseWriter } from '../cases/write-cases.ts'
import type { Tx } from './transaction.ts'

/** What a record knows of the product it was made under: itself, or through the wallet it happened in. */
export interface OfProduct {
  product_id: string | null
}

/** A record as it is stored: what its reply shows, null where the reply leaves a member out, and its version. */
export type Stored<Reply extends TObject, Kept = {}> = {
  [Name in keyof Static<Reply>]-?: undefined extends Static<Reply>[Name]
    ? Exclude<Static<Reply>[Name], undefined> | null
    : Static<Reply>[Name]
} & { version: number } & Kept

interface Columns<Row> {
  /** What stays as it came: no later version of the record may say otherwise. */
  fixed: readonly (keyof Row & string)[]
  /** What only the gateway needs to know. */
  kept?: readonly (keyof Row & string)[]
  /** Members of the reply that are made on the way out and stored nowhere. */
  made?: readonly string[]
  /** Arrays that are JSON to the database; the driver would make arrays of its own kind of them. */
  json?: readonly (keyof Row & string)[]
  /** What an insert gives way to: the id alone, unless there may be one of something else too. */
  conflict?: 'id' | 'any'
  /** The record it is kept under, where the key of the table has that between the user and the id. */
  under?: keyof Row & string
  /** Which of them wait for a decision: their cases are written with them. */
  cases?: CaseRule
}

/**
 * Whose records a statement is about: those of the user, and for who acts for somebody else those of the product alone.
 * The second condition is there only when it holds, so that each of the two statements is found by an index of its own.
 */
export function owned({ scope: { user_id, bound_to } }: Tx): Sql {
  return bound_to === null ? sql`user_id = ${user_id}` : sql`user_id = ${user_id} and product_id = ${bound_to}`
}

/** The same for what happens in a wallet and belongs where the wallet does. */
export function ownedByWallet({ scope: { user_id, bound_to, wallet_id } }: Tx): Sql {
  return bound_to === null ? sql`user_id = ${user_id}` : sql`user_id = ${user_id} and wallet_id = ${wallet_id}`
}

/** The statements that are the same in every store. What differs from store to store stays visible there, as SQL. */
export interface Records<Row> {
  /** All columns of the record, for a select. */
  columns: Sql
  /** The record of this user, held until the transaction ends where `lock` says so. */
  find: (tx: Tx, id: string, lock?: Sql) => Promise<Row | undefined>
  /** False when it gave way to a record that is there already. */
  insert: (tx: Tx, row: Row) => Promise<boolean>
  /** Writes a record whose id the gateway made, so that there is nothing to give way to: it leaves with COMMIT. */
  add: (tx: Tx, row: Row) => void
  /** Writes a further version of the record. */
  save: (tx: Tx, row: Row) => void
  /** The same of these members alone, for who may change no other: a verdict changes nothing of what it is about. */
  only: (...names: (keyof Row)[]) => (tx: Tx, row: Row) => void
  /** The same, and waits for it: where what stands in the way is told by an index alone. */
  replace: (tx: Tx, row: Row) => Promise<void>
  /** Reports records that a statement of the store itself read while nobody else could change them. */
  held: (tx: Tx, rows: Row[]) => Row[]
}

const column = (name: string) => raw(`"${name}"`)

/** A table whose columns are the members of a reply, by the same names. */
export function records<Row extends { id: string; version: number } & (OfProduct | { wallet_id: string })>(
  table: string,
  reply: TObject,
  { fixed, kept = [], made = [], json = [], conflict = 'id', under, cases }: Columns<Row>,
): Records<Row> {
  const shown = Object.keys(reply.properties).filter((name) => !made.includes(name))
  const inWallet = 'wallet_id' in reply.properties
  const whose = inWallet ? ownedByWallet : owned
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

/** A record that may be taken back: its row stays, and it is nowhere to be found. */
export interface Withdrawable {
  withdrawn_at: string | null
}

/** The record, unless it was taken back. Not a condition of the statement: there it would invite other indexes than the key. */
export async function unlessWithdrawn<Row extends Withdrawable>(looked: Promise<Row | undefined>) {
  const row = await looked
  return row?.withdrawn_at === null ? row : undefined
}

/** The conditions a list was asked for: each column equal to what was sent, and nothing where nothing was. */
export function matching(filters: Record<string, unknown>): Sql {
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? empty
    : join(
        asked.map(([name, value]) => sql`and ${column(name)} = ${value}`),
        ' ',
      )
}

/** Made within a period: from `start` on, before `end`. */
export function createdWithin(start: string | undefined, end: string | undefined): Sql {
  const lower = start === undefined ? empty : sql`and created_at >= ${start}`
  const upper = end === undefined ? empty : sql`and created_at < ${end}`
  return sql`${lower} ${upper}`
}

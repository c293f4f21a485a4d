import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Shareholder } from './shareholder.ts'

const names = [
  'id',
  'onboarding_id',
  'name',
  'document',
  'person_type',
  'type',
  'participation_basis_points',
  'zip_code',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof Shareholder)[]
const columns = raw(names.join(', '))

export async function findShareholder(tx: Tx, id: string): Promise<Shareholder | undefined> {
  const [shareholder] = await tx.query<Shareholder>(sql`
    select ${columns} from shareholders where user_id = ${tx.scope.user_id} and id = ${id}`)
  return shareholder
}

/** All of a company, in the order they came. */
export function shareholdersOf(tx: Tx, onboarding_id: string): Promise<Shareholder[]> {
  return tx.query<Shareholder>(sql`
    select ${columns} from shareholders
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
    order by created_at, id`)
}

/** False when the id is already that of another shareholder of this user. */
export async function insertShareholder(tx: Tx, shareholder: Shareholder): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into shareholders (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(names.map((name) => shareholder[name]))})
    on conflict (user_id, id) do nothing returning id`)
  return inserted.length === 1
}

export function listShareholderRows(tx: Tx, onboarding_id: string | undefined, page: Sql): Promise<Shareholder[]> {
  return tx.query<Shareholder>(sql`
    select ${columns} from shareholders
    where user_id = ${tx.scope.user_id}
      ${onboarding_id === undefined ? empty : sql`and onboarding_id = ${onboarding_id}`}
      ${page}`)
}

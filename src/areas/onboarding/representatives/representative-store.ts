import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import { type LegalRepresentative, storedNames } from './representative.ts'

const columns = raw(storedNames.join(', '))

export async function findRepresentative(tx: Tx, id: string): Promise<LegalRepresentative | undefined> {
  const [representative] = await tx.query<LegalRepresentative>(sql`
    select ${columns} from legal_representatives where user_id = ${tx.scope.user_id} and id = ${id}`)
  return representative
}

/** All of a company, in the order they came, those who no longer represent it too. */
export function representativesOf(tx: Tx, onboarding_id: string): Promise<LegalRepresentative[]> {
  return tx.query<LegalRepresentative>(sql`
    select ${columns} from legal_representatives
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
    order by created_at, id`)
}

/** False when the id is already that of another representative of this user. */
export async function insertRepresentative(tx: Tx, representative: LegalRepresentative): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into legal_representatives (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(storedNames.map((name) => representative[name]))})
    on conflict (user_id, id) do nothing returning id`)
  return inserted.length === 1
}

export function listRepresentativeRows(
  tx: Tx,
  onboarding_id: string | undefined,
  page: Sql,
): Promise<LegalRepresentative[]> {
  return tx.query<LegalRepresentative>(sql`
    select ${columns} from legal_representatives
    where user_id = ${tx.scope.user_id}
      ${onboarding_id === undefined ? empty : sql`and onboarding_id = ${onboarding_id}`}
      ${page}`)
}

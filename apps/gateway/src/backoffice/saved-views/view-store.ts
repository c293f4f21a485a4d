import sql from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import { VIEWS_MAX, type View } from './view.ts'

const shown = sql`id, name, filters, created_at, updated_at`

/** All views of a person, by name: there are few. */
export function viewsOf(tx: Transaction, person_id: string): Promise<View[]> {
  return tx.query<View>(sql`
    select ${shown} from case_views where person_id = ${person_id} order by lower(name) limit ${VIEWS_MAX}`)
}

/** Serialises the changes of one person, so that the maximum holds. */
export async function holdViews(tx: Transaction, person_id: string): Promise<View[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('views ' || ${person_id}, 0))`)
  return viewsOf(tx, person_id)
}

export function insertView(
  tx: Transaction,
  person_id: string,
  { id, name, filters, created_at, updated_at }: View,
): void {
  tx.write(sql`
    insert into case_views (person_id, id, name, filters, created_at, updated_at)
    values (${person_id}, ${id}, ${name}, ${filters}, ${created_at}, ${updated_at})`)
}

export function saveView(tx: Transaction, person_id: string, { id, name, filters, updated_at }: View): void {
  tx.write(sql`
    update case_views set name = ${name}, filters = ${filters}, updated_at = ${updated_at}
    where person_id = ${person_id} and id = ${id}`)
}

export function deleteView(tx: Transaction, person_id: string, id: string): void {
  tx.write(sql`delete from case_views where person_id = ${person_id} and id = ${id}`)
}

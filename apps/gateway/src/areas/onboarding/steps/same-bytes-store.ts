import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../http/transaction.ts'
import type { OnboardingStatus } from '../status.ts'

/** A file of one person, and the file of another person with the same bytes. */
export interface SameBytes {
  file_id: string
  /** The other onboarding. */
  onboarding_id: string
  /** The owner of that file; null is the account holder. */
  legal_representative_id: string | null
  name: string
  document: string
  status: OnboardingStatus
  version: number
  sent_at: string
}

/** Newest first. */
export function findSameBytes(tx: Tx, file_ids: string[], limit: number): Promise<SameBytes[]> {
  return tx.query<SameBytes>(sql`
    select mine.id as file_id, other_person.onboarding_id, other_person.legal_representative_id, other_person.name,
      other_person.document, other.status, other.version, theirs.created_at as sent_at
    ${sameBytes(tx, file_ids)}
    order by theirs.created_at desc, theirs.id desc limit ${limit}`)
}

export async function hasSameBytes(tx: Tx, file_ids: string[]): Promise<boolean> {
  const found = await tx.query(sql`select theirs.id ${sameBytes(tx, file_ids)} limit 1`)
  return found.length > 0
}

/**
 * Files of other persons with the same bytes. Documents that were replaced count too. Persons are distinguished by
 * document number, because one person may have several onboardings. Only files of the same user are compared, in all
 * its products, because a user's records are never read for another user.
 */
const sameBytes = ({ scope: { user_id } }: Tx, file_ids: string[]) => sql`
    from files mine
    cross join lateral ${personOf(user_id, sql`mine.person_id`)} person
    join files theirs on theirs.user_id = ${user_id} and theirs.sha256 = mine.sha256 and theirs.state = 'READY'
      and theirs.person_id <> mine.person_id
    cross join lateral ${personOf(user_id, sql`theirs.person_id`)} other_person
    join onboardings other on other.user_id = ${user_id} and other.id = other_person.onboarding_id
    where mine.user_id = ${user_id} and mine.id = any(${file_ids}::uuid[]) and other_person.document <> person.document`

/** Two subqueries, each by its key. A single join with OR would read all onboardings of the user. */
const personOf = (user_id: string, person_id: Sql) => sql`(
      select onboarding_id, id as legal_representative_id, name, document from legal_representatives
      where user_id = ${user_id} and id = ${person_id}
      union all
      select id, null, full_name, document from onboardings where user_id = ${user_id} and id = ${person_id})`

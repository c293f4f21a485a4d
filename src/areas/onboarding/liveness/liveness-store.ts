import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'
import type { Liveness } from './liveness.ts'

const fixed = ['id', 'onboarding_id', 'legal_representative_id', 'created_at'] as const satisfies (keyof Liveness)[]
const moving = [
  'status',
  'method',
  'generation',
  'revoked_at',
  'attempts',
  'submitted_at',
  'version',
  'updated_at',
] as const satisfies (keyof Liveness)[]
const names = [...fixed, ...moving]
const columns = raw(names.join(', '))

/** The liveness of the person, or of one representative of the company. */
export async function findLiveness(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
  lock: Sql = empty,
): Promise<Liveness | undefined> {
  const [liveness] = await tx.query<Liveness>(sql`
    select ${columns} from livenesses
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
      and legal_representative_id is not distinct from ${legal_representative_id} ${lock}`)
  return liveness
}

export async function findLivenessById(tx: Tx, onboarding_id: string, id: string): Promise<Liveness | undefined> {
  const [liveness] = await tx.query<Liveness>(sql`
    select ${columns} from livenesses
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and id = ${id}`)
  return liveness
}

export function livenessesOf(tx: Tx, onboarding_id: string): Promise<Liveness[]> {
  return tx.query<Liveness>(sql`
    select ${columns} from livenesses
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id}
    order by id`)
}

export function insertLiveness(tx: Tx, liveness: Liveness): void {
  tx.write(sql`
    insert into livenesses (user_id, ${columns})
    values (${tx.scope.user_id}, ${join(names.map((name) => liveness[name]))})`)
}

export function saveLiveness(tx: Tx, liveness: Liveness): void {
  const changes = moving.map((name) => sql`${raw(name)} = ${liveness[name]}`)
  tx.write(sql`
    update livenesses set ${join(changes)}
    where user_id = ${tx.scope.user_id} and onboarding_id = ${liveness.onboarding_id} and id = ${liveness.id}`)
}

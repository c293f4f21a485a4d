import sql, { empty, type Sql } from 'sql-template-tag'
import { forUpdate, repository, scopeFilter } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Liveness, LivenessRecord } from './liveness.ts'

const livenesses = repository<Liveness>('liveness_checks', LivenessRecord, {
  under: 'onboarding_id',
  fixed: ['id', 'onboarding_id', 'legal_representative_id', 'created_at'],
})

export const addLiveness = livenesses.add
export const saveLiveness = livenesses.save

/** The liveness of the person, or of one representative of the company. */
export async function findLiveness(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
  lock: Sql = empty,
): Promise<Liveness | undefined> {
  const [liveness] = await tx.query<Liveness>(sql`
    select ${livenesses.columns} from liveness_checks
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id}
      and legal_representative_id is not distinct from ${legal_representative_id} ${lock}`)
  return liveness
}

export function lockLiveness(tx: Tx, onboarding_id: string, legal_representative_id: string | null) {
  return findLiveness(tx, onboarding_id, legal_representative_id, forUpdate)
}

export function findLivenessById(tx: Tx, onboarding_id: string, id: string): Promise<Liveness | undefined> {
  return livenesses.find(tx, id, sql`and onboarding_id = ${onboarding_id}`)
}

export function livenessesOf(tx: Tx, onboarding_id: string): Promise<Liveness[]> {
  return tx.query<Liveness>(sql`
    select ${livenesses.columns} from liveness_checks
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id}
    order by id`)
}

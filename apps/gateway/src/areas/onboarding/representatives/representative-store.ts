import sql from 'sql-template-tag'
import type { Page } from '../../../http/page.ts'
import { repository, scopeFilter, unlessWithdrawn, whereEquals } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type LegalRepresentative, RepresentativeReply } from './representative.ts'

const representatives = repository<LegalRepresentative>('legal_representatives', RepresentativeReply, {
  made: ['participation_percentage'],
  kept: ['participation_basis_points', 'withdrawn_at'],
  fixed: ['id', 'onboarding_id', 'created_at'],
})

export function findRepresentative(tx: Tx, id: string): Promise<LegalRepresentative | undefined> {
  return unlessWithdrawn(representatives.find(tx, id))
}
/** Returns false when this user already has a representative with the id. */
export const insertRepresentative = representatives.insert
export const saveRepresentative = representatives.save

/** The representatives of a company in order of creation, without withdrawn ones. */
export function representativesOf(tx: Tx, onboarding_id: string): Promise<LegalRepresentative[]> {
  return tx.query<LegalRepresentative>(sql`
    select ${representatives.columns} from legal_representatives
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} and withdrawn_at is null
    order by created_at, id`)
}

export function listRepresentativesOf(
  tx: Tx,
  filters: { onboarding_id?: string },
  page: Page,
): Promise<LegalRepresentative[]> {
  const { onboarding_id } = filters
  return tx.query<LegalRepresentative>(sql`
    select ${representatives.columns} from legal_representatives
    where ${scopeFilter(tx)} and withdrawn_at is null ${whereEquals({ onboarding_id })} ${page.clause}`)
}

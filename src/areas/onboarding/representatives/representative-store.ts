import sql from 'sql-template-tag'
import type { Page } from '../../../gate/page.ts'
import { matching, owned, records } from '../../../gate/records.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { type LegalRepresentative, RepresentativeReply } from './representative.ts'

// Nothing changes a representative once it is there.
const representatives = records<LegalRepresentative>('legal_representatives', RepresentativeReply, {
  made: ['participation_percentage'],
  kept: ['participation_basis_points'],
  fixed: [],
})

export const findRepresentative = representatives.find
/** False when the id is already that of another representative of this user. */
export const insertRepresentative = representatives.insert

/** All of a company, in the order they came, those who no longer represent it too. */
export function representativesOf(tx: Tx, onboarding_id: string): Promise<LegalRepresentative[]> {
  return tx.query<LegalRepresentative>(sql`
    select ${representatives.columns} from legal_representatives
    where ${owned(tx)} and onboarding_id = ${onboarding_id}
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
    where ${owned(tx)} ${matching({ onboarding_id })} ${page.clause}`)
}

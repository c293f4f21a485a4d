import sql from 'sql-template-tag'
import type { Page } from '../../../http/page.ts'
import { repository, scopeFilter, unlessWithdrawn, whereEquals } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Shareholder, ShareholderReply } from './shareholder.ts'

const shareholders = repository<Shareholder>('shareholders', ShareholderReply, {
  made: ['participation_percentage'],
  kept: ['participation_basis_points', 'withdrawn_at'],
  fixed: ['id', 'onboarding_id', 'created_at'],
})

export function findShareholder(tx: Tx, id: string): Promise<Shareholder | undefined> {
  return unlessWithdrawn(shareholders.find(tx, id))
}
/** Returns false when this user already has a shareholder with the id. */
export const insertShareholder = shareholders.insert
export const saveShareholder = shareholders.save

/** The shareholders of a company in order of creation, without withdrawn ones. */
export function shareholdersOf(tx: Tx, onboarding_id: string): Promise<Shareholder[]> {
  return tx.query<Shareholder>(sql`
    select ${shareholders.columns} from shareholders
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} and withdrawn_at is null
    order by created_at, id`)
}

export function listShareholdersOf(tx: Tx, filters: { onboarding_id?: string }, page: Page): Promise<Shareholder[]> {
  const { onboarding_id } = filters
  return tx.query<Shareholder>(sql`
    select ${shareholders.columns} from shareholders
    where ${scopeFilter(tx)} and withdrawn_at is null ${whereEquals({ onboarding_id })} ${page.clause}`)
}

import sql from 'sql-template-tag'
import { scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Onboarding } from './onboarding.ts'
import type { OnboardingMove } from './status.ts'

/** Actions on an onboarding that the activity log records. */
type Noted =
  | OnboardingMove
  | 'files_viewed'
  | 'liveness_released'
  | 'liveness_submitted'
  | 'liveness_revoked'
  | 'liveness_renewed'
  | 'step_approved'
  | 'step_rejected'
  | 'step_sent_to_review'
  | 'step_unusable'
  | 'step_unheard'
  | 'step_sent_back'
  | 'account_corrected'
  | 'corrected'
  | 'liveness_discarded'
  | 'representative_corrected'
  | 'representative_withdrawn'
  | 'shareholder_corrected'
  | 'shareholder_withdrawn'

export interface OnboardingActivityEntry {
  what: Noted
  /** Who did it: `gateway`, `partner`, `integrator`, `person`, or the name of an analyst. */
  actor: string
  reason?: string | null
  step?: { id: string; legal_representative_id: string | null }
  /** The representative it concerns, when it concerns no step. */
  legal_representative_id?: string | null
}

const noted = new WeakMap<Tx, number>()

/**
 * Entries of one transaction have the same time. Each id is a millisecond later than the previous one, so that ids
 * keep the order.
 */
function nextId(tx: Tx): string {
  const before = noted.get(tx) ?? 0
  noted.set(tx, before + 1)
  return uuidv7(tx.now.getTime() + before)
}

/** Appends an entry to the activity log of an onboarding, in the transaction of the change. */
export function note(
  tx: Tx,
  { id, product_id, status }: Pick<Onboarding, 'id' | 'product_id' | 'status'>,
  entry: OnboardingActivityEntry,
): void {
  const { what, actor, reason, step } = entry
  const legal_representative_id = step?.legal_representative_id ?? entry.legal_representative_id ?? null
  tx.write(sql`
    insert into onboarding_activity (user_id, product_id, onboarding_id, id, what, status, step_id, legal_representative_id, actor,
      reason, authenticated_user_id, request_id, created_at)
    values (${tx.scope.user_id}, ${product_id}, ${id}, ${nextId(tx)}, ${what}, ${status}, ${step?.id ?? null},
      ${legal_representative_id}, ${actor}, ${reason ?? null}, ${tx.scope.authenticated_user_id},
      ${tx.request_id}, ${tx.now})`)
}

/** The maximum number of entries returned for one onboarding. */
const ACTIVITY_MAX = 300

interface OnboardingActivityRow {
  id: string
  what: string
  status: string
  step_id: string | null
  legal_representative_id: string | null
  actor: string
  reason: string | null
  request_id: string
  created_at: string
}

/** The most recent entries of an onboarding's activity log, in chronological order. */
export async function activityOf(tx: Tx, onboarding_id: string): Promise<OnboardingActivityRow[]> {
  const newest = await tx.query<OnboardingActivityRow>(sql`
    select id, what, status, step_id, legal_representative_id, actor, reason, request_id, created_at from onboarding_activity
    where ${scopeFilter(tx)} and onboarding_id = ${onboarding_id} order by id desc limit ${ACTIVITY_MAX}`)
  return newest.toReversed()
}

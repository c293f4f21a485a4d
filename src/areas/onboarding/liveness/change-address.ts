import sql from 'sql-template-tag'
import { record } from '../../../events/record.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { hasEnded } from '../status.ts'
import { note } from '../steps/activity.ts'
import { livenessHappened } from './events.ts'
import { type Liveness, livenessStepped } from './liveness.ts'
import { findLiveness, saveLiveness } from './liveness-store.ts'

export interface AddressChange {
  onboarding_id: string
  legal_representative_id: string | null
  what: 'revoked' | 'renewed'
  actor: string
  reason: string
}

/**
 * Ends the address somebody was sent, or ends it and makes another: for one that was sent to the wrong person, or that
 * takes no more attempts. Undefined when no address waits there.
 */
export async function changeAddress(tx: Tx, change: AddressChange): Promise<Liveness | undefined> {
  const { onboarding_id, legal_representative_id, what, actor, reason } = change
  const onboarding = await lockOnboarding(tx, onboarding_id)
  const stored = await findLiveness(tx, onboarding_id, legal_representative_id, sql`for update`)
  if (!onboarding || hasEnded(onboarding.status)) return undefined
  if (stored?.method !== 'LINK' || stored.status !== 'WAITING_SUBMISSION') return undefined
  const changes =
    what === 'revoked'
      ? { revoked_at: tx.now.toISOString() }
      : { generation: stored.generation + 1, revoked_at: null, attempts: 0 }
  const liveness = livenessStepped(stored, changes, tx.now)
  saveLiveness(tx, liveness)
  note(tx, onboarding, { what: `liveness_${what}`, actor, reason, legal_representative_id })
  record(tx, livenessHappened(what, liveness))
  return liveness
}

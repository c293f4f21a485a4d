import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { note } from '../activity-store.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { hasEnded } from '../status.ts'
import { users } from './events.ts'
import type { Liveness } from './liveness.ts'
import { lockLiveness, saveLiveness } from './liveness-store.ts'

/** Actions on a link: revoke it, or replace it by a new one. */
const kinds = {
  revoked: {
    happened: users.liveness.revoked,
    noted: 'liveness_revoked',
    changes: (_: Liveness, now: Date) => ({ revoked_at: now.toISOString() }),
  },
  renewed: {
    happened: users.liveness.renewed,
    noted: 'liveness_renewed',
    changes: ({ generation }: Liveness) => ({ generation: generation + 1, revoked_at: null, attempts: 0 }),
  },
} as const

export interface AddressChange {
  onboarding_id: string
  legal_representative_id: string | null
  what: keyof typeof kinds
  actor: string
  reason: string
}

/**
 * For a link that was sent to the wrong person, or has no attempts left. Returns undefined when there is no open link.
 */
export async function changeAddress(tx: Tx, change: AddressChange): Promise<Liveness | undefined> {
  const { onboarding_id, legal_representative_id, actor, reason } = change
  const { happened, noted, changes } = kinds[change.what]
  const onboarding = await lockOnboarding(tx, onboarding_id)
  const stored = await lockLiveness(tx, onboarding_id, legal_representative_id)
  if (!onboarding || hasEnded(onboarding.status)) return undefined
  if (stored?.method !== 'LINK' || stored.status !== 'WAITING_SUBMISSION') return undefined
  const liveness = withNextVersion(stored, changes(stored, tx.now), tx.now)
  saveLiveness(tx, liveness)
  note(tx, onboarding, { what: noted, actor, reason, legal_representative_id })
  record(tx, happened(liveness))
  return liveness
}

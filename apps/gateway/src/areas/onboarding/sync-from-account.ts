import { record } from '../../events/record.ts'
import type { Tx } from '../../http/transaction.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import type { UserAccount } from './accounts/account.ts'
import { note } from './activity-store.ts'
import { users } from './events.ts'
import { discardFace } from './liveness/discard-liveness.ts'
import { nameKey, type Onboarding } from './onboarding.ts'
import { saveCorrectedOnboarding } from './onboarding-store.ts'

/**
 * Copies the corrected account data into its open onboarding. A new document number means another person: a new
 * liveness video is required, and the next submission queries the registries again.
 */
export async function followAccount(
  tx: Tx,
  stored: Onboarding,
  account: UserAccount,
  changed: string[],
): Promise<void> {
  const { document, full_name } = account
  const onboarding = withNextVersion(stored, { document, full_name, name_key: nameKey(full_name) }, tx.now)
  saveCorrectedOnboarding(tx, onboarding)
  note(tx, onboarding, { what: 'account_corrected', actor: 'integrator', reason: changed.join(' ') })
  record(tx, users.onboarding.updated(onboarding))
  if (document !== stored.document) await discardFace(tx, onboarding, null)
}

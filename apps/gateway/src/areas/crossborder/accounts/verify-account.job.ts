import Type from 'typebox'
import { record } from '../../../events/record.ts'
import { Uuid } from '../../../http/schema.ts'
import { runAsUser, type Tx } from '../../../http/transaction.ts'
import { job } from '../../../platform/jobs/job.ts'
import { crossborder } from '../events.ts'
import type { VerificationServices } from '../verification.ts'
import { type Account, accountActivity, applyVerdict } from './account.ts'
import { judgeByRules } from './account-rules.ts'
import { lockAccount, saveVerdict } from './account-store.ts'

export interface AccountVerdict {
  status: 'ACTIVE' | 'INACTIVE'
  source: string
  /** Recorded in the history: the analyst's reason, or the rules that decided. */
  metadata: { reason: string } | { checked: string[] }
}

export const verifyAccount = job('verify-account', {
  data: Type.Object({ user_id: Uuid, client_id: Uuid, account_id: Uuid }),
  retryLimit: 10,
  async run(services: VerificationServices, { user_id, ...key }, job_id) {
    if (services.settings.CROSSBORDER_VERIFICATION === 'manual') return
    await runAsUser(services, user_id, job_id, (tx) => decideAccount(tx, key, byRules))
  },
})

/**
 * Applies the current rules, which may differ from those at creation. Returns undefined when an analyst has to decide.
 */
function byRules(account: Account): AccountVerdict | undefined {
  const { broken, doubtful, applied } = judgeByRules(account)
  const reason = broken.map(({ code }) => code).join(', ')
  if (reason) return { status: 'INACTIVE', source: 'rules', metadata: { reason } }
  return doubtful.length > 0 ? undefined : { status: 'ACTIVE', source: 'rules', metadata: { checked: applied } }
}

/**
 * Records a verdict on a pending account. Returns undefined when the account no longer exists, is already decided, or
 * has a newer version than the reviewed one.
 */
export async function decideAccount(
  tx: Tx,
  key: { client_id: string; account_id: string },
  judge: (account: Account) => AccountVerdict | undefined,
  seen?: number,
): Promise<Account | undefined> {
  const stored = await lockAccount(tx, key)
  if (!stored || (seen !== undefined && stored.version !== seen)) return undefined
  const verdict = judge(stored)
  const decided = verdict && applyVerdict(stored, verdict.status, tx.now)
  if (!decided) return undefined
  const { source, metadata } = verdict
  saveVerdict(tx, decided)
  const activity = accountActivity(decided, 'ACCOUNT_VERIFIED', { source, metadata })
  record(tx, crossborder.account.verified(decided), { activity })
  return decided
}

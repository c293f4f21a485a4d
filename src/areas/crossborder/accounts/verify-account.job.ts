import Type from 'typebox'
import { job } from '../../../base/jobs/job.ts'
import { record } from '../../../events/record.ts'
import { Uuid } from '../../../gate/schema.ts'
import { runForUser, type Tx } from '../../../gate/transaction.ts'
import { crossborder } from '../events.ts'
import type { VerificationServices } from '../verification.ts'
import { type Account, accountActivity, applyVerdict } from './account.ts'
import { accountBreaks } from './account-rules.ts'
import { lockAccount, saveVerdict } from './account-store.ts'

export interface AccountVerdict {
  status: 'ACTIVE' | 'INACTIVE'
  source: string
  reason: string
}

export const verifyAccount = job('verify-account', {
  data: Type.Object({ user_id: Uuid, client_id: Uuid, account_id: Uuid }),
  retryLimit: 10,
  async run(services: VerificationServices, { user_id, ...key }, job_id) {
    if (services.settings.CROSSBORDER_VERIFICATION === 'manual') return
    await runForUser(services, user_id, job_id, (tx) => decideAccount(tx, key, byRules))
  },
})

/** Judged by the rules of today: the ones the account was created under may have been others. */
function byRules(account: Account): AccountVerdict {
  const broken = accountBreaks(account).map(({ code }) => code)
  if (broken.length > 0) return { status: 'INACTIVE', source: 'rules', reason: broken.join(', ') }
  return { status: 'ACTIVE', source: 'rules', reason: 'EVERY_RULE_HOLDS' }
}

/**
 * Puts a verdict on a pending account. Undefined when there is none to decide: gone, decided before, or no longer the
 * version that was looked at.
 */
export async function decideAccount(
  tx: Tx,
  key: { client_id: string; account_id: string },
  judge: (account: Account) => AccountVerdict,
  seen?: number,
): Promise<Account | undefined> {
  const stored = await lockAccount(tx, key)
  if (!stored || (seen !== undefined && stored.version !== seen)) return undefined
  const { status, source, reason } = judge(stored)
  const decided = applyVerdict(stored, status, tx.now)
  if (!decided) return undefined
  saveVerdict(tx, decided)
  const activity = accountActivity(decided, 'ACCOUNT_VERIFIED', { source, metadata: { reason } })
  record(tx, crossborder.account.verified(decided), { activity })
  return decided
}

import type { Clock } from '../../../base/clock.ts'
import type { Job } from '../../../base/jobs/job.ts'
import { record } from '../../../events/record.ts'
import { type Ground, runForUser, type Tx } from '../../../gate/transaction.ts'
import { VERIFY_ACCOUNT, type VerificationMode } from '../verification.ts'
import { type Account, accountVerified, applyVerdict } from './account.ts'
import { accountBreaks } from './account-rules.ts'
import { lockAccount, saveAccount } from './account-store.ts'

interface AccountKey {
  client_id: string
  account_id: string
}

export interface AccountVerdict {
  status: 'ACTIVE' | 'INACTIVE'
  source: string
  reason: string
}

export function verifyAccount(ground: Ground, clock: Clock, mode: VerificationMode): Job {
  return {
    name: VERIFY_ACCOUNT,
    retryLimit: 10,
    async run(data, job_id) {
      if (mode === 'manual') return
      const { user_id, ...key } = data as AccountKey & { user_id: string }
      await runForUser(ground, user_id, job_id, clock.now(), (tx) => decideAccount(tx, key, byRules))
    },
  }
}

/** Judged by the rules of today: the ones the account was created under may have been others. */
function byRules(account: Account): AccountVerdict {
  const broken = accountBreaks(account).map(({ code }) => code)
  if (broken.length > 0) return { status: 'INACTIVE', source: 'rules', reason: broken.join(', ') }
  return { status: 'ACTIVE', source: 'rules', reason: 'every rule holds' }
}

/**
 * Puts a verdict on a pending account. Undefined when there is none to decide: gone, decided before, or no longer the
 * version that was looked at.
 */
export async function decideAccount(
  tx: Tx,
  key: AccountKey,
  judge: (account: Account) => AccountVerdict,
  seen?: number,
): Promise<Account | undefined> {
  const stored = await lockAccount(tx, key)
  if (!stored || (seen !== undefined && stored.version !== seen)) return undefined
  const { status, source, reason } = judge(stored)
  const decided = applyVerdict(stored, status, tx.now)
  if (!decided) return undefined
  saveAccount(tx, decided)
  record(tx, accountVerified(decided, source, reason))
  return decided
}

import type pg from 'pg'
import { record } from '../../events/record.ts'
import { runAsUser, type TransactionDeps, type Tx } from '../../http/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/observability/log.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { requestsToCredit } from './cross-user-queries.ts'
import { applyCredits, legsToFind } from './recovered-credits.ts'
import type { RefundLeg } from './request.ts'
import { lockRequest, saveRequest } from './request-store.ts'

interface CreditServices extends TransactionDeps {
  operator: pg.Pool
  log: Log
}

const BATCH_MAX = 300

/**
 * Reconciliation: links returned money in the ledger to its request, by the id that DICT reports. For the root payment
 * it is a devolution, for later layers an ordinary credit with the purpose IPRT. DICT and the ledger report it in
 * either order, so the search repeats until the credit is found.
 */
export const reconcileRecoveredCredits = job('reconcile-recovered-credits', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: CreditServices, _, job_id) {
    const { operator, clock, log } = services
    for (const { user_id, id } of await requestsToCredit(operator, clock.now(), BATCH_MAX)) {
      await runAsUser(services, user_id, job_id, (tx) => tie(tx, id)).catch((error: unknown) =>
        log.error('fund_recovery_credits_not_tied', { user_id, job_id }, error),
      )
    }
  },
})

async function tie(tx: Tx, id: string): Promise<void> {
  const stored = await lockRequest(tx, id)
  if (!stored) return
  const found = new Map<string, string>()
  for (const leg of legsToFind(stored)) {
    const credit = await creditOf(tx, stored.wallet_id, leg)
    if (credit) found.set(leg.id, credit.id)
  }
  const { request, happenings } = applyCredits(stored, found, tx.now)
  saveRequest(tx, request)
  for (const happening of happenings) record(tx, happening)
}

/** Only settled credits count; a pending one is searched again later. */
async function creditOf(tx: Tx, wallet_id: string, { refund_end_to_end_id }: RefundLeg) {
  const credit = await findTransaction(tx, wallet_id, { end_to_end_id: refund_end_to_end_id! })
  const arrived = credit?.type === 'DEPOSIT' ? credit.status === 'RECEIVED' : credit?.type === 'DEVOLUTION_RECEIVED'
  return arrived && credit?.status !== 'ERROR' ? credit : undefined
}

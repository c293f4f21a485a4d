import { record } from '../../events/record.ts'
import { runAsUser, type Tx } from '../../http/transaction.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { overdueRefunds, type RefundKey } from './cross-user-queries.ts'
import { pix } from './events.ts'
import { lockRefundRequest, saveRefundRequest } from './refund-request-store.ts'
import type { RefundServices } from './refund-services.ts'

const BATCH_MAX = 500

/** Emits one event when a refund is overdue: the core has not reported, or DICT rejects its report. */
export const watchRefundDeadlines = job('watch-refund-deadlines', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: RefundServices, _, job_id) {
    const { operator, clock, log } = services
    const fieldsOf = ({ user_id, id }: RefundKey) => ({ user_id, name: id, job_id })
    const overdue = await overdueRefunds(operator, clock.now(), BATCH_MAX)
    await forEachIsolated({ log, event: 'refund_deadline_not_kept', fieldsOf }, overdue, ({ user_id, id }) =>
      runAsUser(services, user_id, job_id, (tx) => emitDeadlineMissed(tx, id)),
    )
  },
})

/** The core may have reported meanwhile, so the row is checked again under the lock. */
async function emitDeadlineMissed(tx: Tx, id: string): Promise<void> {
  const stored = await lockRefundRequest(tx, id)
  if (!stored?.overdue_at || tx.now.toISOString() < stored.overdue_at) return
  const overdue = withNextVersion(stored, { overdue_at: null }, tx.now)
  saveRefundRequest(tx, overdue)
  record(tx, pix.refund_request.deadline_missed(overdue))
}

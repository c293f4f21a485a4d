import type pg from 'pg'
import { record } from '../../events/record.ts'
import { runAsUser, type TransactionDeps, type Tx } from '../../http/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { storage } from './events.ts'
import { CONFIRM_GRACE_SECONDS, incomingKey } from './file.ts'
import { findOverdueUploads, lockFile, saveFile } from './file-store.ts'
import { removeLater } from './remove-object.job.ts'

/** The batch size of one run. The next run continues a minute later. */
const BATCH_MAX = 1_000

/** Aborts uploads that were never confirmed, each in the scope of its user. */
export const expireUploads = job('expire-uploads', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: TransactionDeps & { operator: pg.Pool }, _, job_id) {
    const { operator, clock } = services
    const overdue = new Date(clock.now().getTime() - CONFIRM_GRACE_SECONDS * 1000)
    for (const { user_id, id } of await findOverdueUploads(operator, overdue, BATCH_MAX))
      await runAsUser(services, user_id, job_id, (tx) => abort(tx, id))
  },
})

async function abort(tx: Tx, id: string): Promise<void> {
  const waiting = await lockFile(tx, id)
  // The upload may have been confirmed since the list was read.
  if (waiting?.state !== 'WAITING_UPLOAD') return
  const file = withNextVersion(waiting, { state: 'ABORTED' }, tx.now)
  saveFile(tx, file)
  record(tx, storage.file.aborted(file))
  await removeLater(tx, incomingKey(file.user_id, file.id))
}

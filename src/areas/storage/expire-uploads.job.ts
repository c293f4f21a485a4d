import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { Job } from '../../base/jobs/job.ts'
import { record } from '../../events/record.ts'
import { type Ground, runForUser } from '../../gate/transaction.ts'
import { CONFIRM_GRACE_SECONDS, type File, fileHappened, incomingKey } from './file.ts'
import { lockFile, saveFileState } from './file-store.ts'
import { removeLater } from './remove-object.job.ts'

const name = 'expire-uploads'
/** A run takes so many; the next minute takes the rest. */
const BATCH_MAX = 1_000

interface Expiry extends Ground {
  operator: pg.Pool
  clock: Clock
}

/** Ends uploads that were begun and never confirmed. Each is ended as the user it belongs to. */
export function expireUploads(services: Expiry): Job {
  return {
    name,
    cron: '* * * * *',
    retryLimit: 0,
    async run() {
      const { operator, clock } = services
      const now = clock.now()
      const overdue = new Date(now.getTime() - CONFIRM_GRACE_SECONDS * 1000)
      const { rows } = await operator.query<{ user_id: string; id: string }>(
        `select user_id, id from files where state = 'WAITING_UPLOAD' and upload_expires_at < $1
         order by upload_expires_at limit $2`,
        [overdue, BATCH_MAX],
      )
      for (const { user_id, id } of rows) await runForUser(services, user_id, name, now, (tx) => abort(tx, id))
    },
  }
}

async function abort(tx: Parameters<typeof lockFile>[0], id: string): Promise<void> {
  const waiting = await lockFile(tx, id)
  // A confirmation may have come while the list was worked through.
  if (waiting?.state !== 'WAITING_UPLOAD') return
  const changed = { version: waiting.version + 1, updated_at: tx.now.toISOString() }
  const file: File = { ...waiting, ...changed, state: 'ABORTED' }
  saveFileState(tx, file)
  record(tx, fileHappened('aborted', file))
  await removeLater(tx, incomingKey(file.user_id, file.id))
}

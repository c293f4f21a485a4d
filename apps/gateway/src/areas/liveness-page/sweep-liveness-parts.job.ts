import type pg from 'pg'
import { runAsUser, type TransactionDeps } from '../../http/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { deleteOldParts, findUsersWithOldParts, PART_AGE_MS } from './part-store.ts'

const USERS_MAX = 1_000

interface SweepServices extends TransactionDeps {
  operator: pg.Pool
  objects: ObjectStore
}

/** Deletes the parts of abandoned uploads, because biometric data must not be stored longer than needed. */
export const sweepLivenessParts = job('sweep-liveness-parts', {
  cron: '17 * * * *',
  retryLimit: 0,
  async run(services: SweepServices, _, job_id) {
    const { operator, objects, clock } = services
    const before = new Date(clock.now().getTime() - PART_AGE_MS)
    for (const user_id of await findUsersWithOldParts(operator, before, USERS_MAX)) {
      const keys = await runAsUser(services, user_id, job_id, (tx) => deleteOldParts(tx, before))
      for (const key of keys) await objects.remove(key)
    }
  },
})

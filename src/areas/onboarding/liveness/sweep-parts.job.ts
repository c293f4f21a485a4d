import type pg from 'pg'
import type { Clock } from '../../../base/clock.ts'
import type { Job } from '../../../base/jobs/job.ts'
import type { ObjectStore } from '../../../base/objects/objects.ts'
import { type Ground, runForUser } from '../../../gate/transaction.ts'
import { deleteOldParts } from './part-store.ts'
import { PARTS_PREFIX } from './remove-parts.job.ts'

const name = 'sweep-liveness-parts'
/** Nobody comes back to an upload after this. The page does not offer it either. */
const PART_AGE_MS = 24 * 60 * 60 * 1000
/** A row is written after its object: an object that is this much older belongs to no row that was left. */
const GRACE_MS = 60 * 60 * 1000
const USERS_MAX = 1_000

interface Sweep extends Ground {
  operator: pg.Pool
  objects: ObjectStore
  clock: Clock
}

/** Clears away what uploads that never ended have left: faces are kept no longer than they are needed. */
export function sweepLivenessParts(services: Sweep): Job {
  return {
    name,
    cron: '17 * * * *',
    retryLimit: 0,
    async run() {
      const { operator, objects, clock } = services
      const now = clock.now()
      const before = new Date(now.getTime() - PART_AGE_MS)
      const { rows } = await operator.query<{ user_id: string }>(
        'select distinct user_id from liveness_parts where created_at < $1 limit $2',
        [before, USERS_MAX],
      )
      for (const { user_id } of rows) {
        const keys = await runForUser(services, user_id, name, now, (tx) => deleteOldParts(tx, before))
        for (const key of keys) await objects.remove(key)
      }
    },
  }
}

/** The same for objects that no row ever knew, of requests that died in between. Once a day: a store is slow to list. */
export function sweepStrayParts({ objects, clock }: Pick<Sweep, 'objects' | 'clock'>): Job {
  return {
    name: 'sweep-stray-liveness-parts',
    cron: '53 4 * * *',
    retryLimit: 2,
    async run() {
      const before = clock.now().getTime() - PART_AGE_MS - GRACE_MS
      for await (const { key, modified_at } of objects.list(PARTS_PREFIX))
        if (modified_at.getTime() < before) await objects.remove(key)
    },
  }
}

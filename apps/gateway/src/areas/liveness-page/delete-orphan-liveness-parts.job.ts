import type { Clock } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { PART_AGE_MS } from './part-store.ts'
import { PARTS_PREFIX } from './remove-liveness-parts.job.ts'

/** A row is written after its object. An object that is older than this and has no row is an orphan. */
const GRACE_MS = 60 * 60 * 1000

/**
 * Removes orphan part objects, left by requests that crashed before writing the row. Runs once a day, because listing
 * a store is slow.
 */
export const deleteOrphanLivenessParts = job('delete-orphan-liveness-parts', {
  cron: '53 4 * * *',
  retryLimit: 2,
  async run({ objects, clock }: { objects: ObjectStore; clock: Clock }) {
    const before = clock.now().getTime() - PART_AGE_MS - GRACE_MS
    for await (const { key, modified_at } of objects.list(PARTS_PREFIX))
      if (modified_at.getTime() < before) await objects.remove(key)
  },
})

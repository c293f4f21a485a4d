import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { job } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { findNeedless } from './file-store.ts'
import type { sweepSettings } from './settings.ts'

/** An object younger than a day may belong to a request in progress. */
export const DAY_MS = 24 * 60 * 60 * 1000
const BATCH_KEYS = 500
const keyPattern = /^(incoming|files)\/([0-9a-f-]{36})\/([0-9a-f-]{36})(?:\.|$)/

interface SweepServices {
  operator: pg.Pool
  objects: ObjectStore
  storeClock: Clock
  settings: Settings<typeof sweepSettings>
}

/**
 * Garbage collection: removes objects that no file needs, left by requests that crashed between the bytes and the row.
 * A file needs its stored object while it is READY, and its uploaded object while it waits for confirmation. Stored
 * objects are kept longer, because after a database restore newer objects look unneeded, and the next restore may need
 * them. Ages are measured on the store's clock: on a test installation's clock, which may be weeks ahead, an upload in
 * progress would look weeks old.
 */
export const sweepObjects = job('sweep-objects', {
  cron: '41 4 * * *',
  retryLimit: 2,
  async run({ operator, objects, storeClock, settings }: SweepServices) {
    const olderBy = (ms: number) => new Date(storeClock.now().getTime() - ms)
    await objects.removeUnfinished(olderBy(DAY_MS))
    const limits = { 'incoming/': olderBy(DAY_MS), 'files/': olderBy(settings.STRAY_FILE_DAYS * DAY_MS) }
    for (const [prefix, before] of Object.entries(limits)) {
      let batch: string[] = []
      for await (const { key, modified_at } of objects.list(prefix)) {
        if (modified_at < before) batch.push(key)
        if (batch.length < BATCH_KEYS) continue
        await removeNeedless(operator, objects, batch)
        batch = []
      }
      await removeNeedless(operator, objects, batch)
    }
  },
})

async function removeNeedless(operator: pg.Pool, objects: ObjectStore, keys: string[]): Promise<void> {
  // A key of another form was not created by this version, so it is not removed.
  const parsed = keys.flatMap((key) => {
    const [, folder, user_id, id] = keyPattern.exec(key) ?? []
    return folder ? [{ key, folder, user_id: user_id!, id: id! }] : []
  })
  for (const key of await findNeedless(operator, parsed)) await objects.remove(key)
}

import Type from 'typebox'
import type { Tx } from '../../http/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'

/** The object key prefix of upload parts, separate from all files. */
export const PARTS_PREFIX = 'liveness-parts/'

export const removeLivenessParts = job('remove-liveness-parts', {
  data: Type.Object({ keys: Type.Array(Type.String()) }),
  retryLimit: 10,
  async run({ objects }: { objects: ObjectStore }, { keys }) {
    for (const key of keys) if (key.startsWith(PARTS_PREFIX)) await objects.remove(key)
  },
})

/** Enqueues the removal of part objects. The job runs only if the transaction that deleted their rows commits. */
export async function removePartsLater(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.enqueue(removeLivenessParts, { keys })
}

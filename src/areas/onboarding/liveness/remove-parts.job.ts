import type { Job } from '../../../base/jobs/job.ts'
import type { ObjectStore } from '../../../base/objects/objects.ts'
import type { Tx } from '../../../gate/transaction.ts'

const name = 'remove-liveness-parts'

/** Where the pieces of videos are, apart from every file. */
export const PARTS_PREFIX = 'liveness-parts/'

/** Has the bytes of parts removed once the transaction that forgot them has committed. */
export async function removePartsLater(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.enqueue(name, { keys })
}

export function removeLivenessParts({ objects }: { objects: ObjectStore }): Job {
  return {
    name,
    retryLimit: 10,
    async run(data) {
      const { keys } = data as { keys: string[] }
      for (const key of keys) if (key.startsWith(PARTS_PREFIX)) await objects.remove(key)
    },
  }
}

import type pg from 'pg'
import type { Job } from '../../base/jobs/job.ts'
import type { ObjectStore } from '../../base/objects/objects.ts'
import type { Tx } from '../../gate/transaction.ts'

const name = 'remove-object'

interface Removal {
  user_id: string
  key: string
}

/** Has an object removed once this transaction has committed; not before, since it may not. */
export async function removeLater(tx: Tx, key: string): Promise<void> {
  const removal: Removal = { user_id: tx.scope.user_id, key }
  await tx.enqueue(name, removal)
}

/** Removes an object no file needs. That none does is looked up again: a mistake here cannot be undone. */
export function removeObject({ operator, objects }: { operator: pg.Pool; objects: ObjectStore }): Job {
  return {
    name,
    retryLimit: 10,
    async run(data) {
      const { user_id, key } = data as Removal
      const { rowCount } = await operator.query(
        `select 1 from files where user_id = $1 and object_key = $2 and state = 'READY'`,
        [user_id, key],
      )
      if (rowCount === 0) await objects.remove(key)
    },
  }
}

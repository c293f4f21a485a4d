import type pg from 'pg'
import Type from 'typebox'
import { Uuid } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import type { ObjectStore } from '../../platform/object-storage/object-store.ts'
import { isNeeded } from './file-store.ts'

/** Removes an object that no file needs. The job checks this again, because a mistaken removal cannot be undone. */
export const removeObject = job('remove-object', {
  data: Type.Object({ user_id: Uuid, key: Type.String() }),
  retryLimit: 10,
  async run({ operator, objects }: { operator: pg.Pool; objects: ObjectStore }, { user_id, key }) {
    if (!(await isNeeded(operator, user_id, key))) await objects.remove(key)
  },
})

/** Enqueues the removal of an object. The job runs only if this transaction commits. */
export function removeLater(tx: Tx, key: string): Promise<void> {
  return tx.enqueue(removeObject, { user_id: tx.scope.user_id, key })
}

import Type from 'typebox'
import { BEFORE_EVERY_ID } from '../../base/ids.ts'
import { job } from '../../base/jobs/job.ts'
import { DateTime, Uuid } from '../../gate/schema.ts'
import { scopeOfOwner, scopeOfUser } from '../../gate/scope/scope.ts'
import { type Ground, runWithin } from '../../gate/transaction.ts'
import { type Position, recoverSlice } from './delivery-store.ts'

/** Events looked at in one transaction. */
const SLICE = 500

/** Makes due what an endpoint missed, slice by slice. A run that is cut off and begun again repeats no delivery. */
export const recoverWebhooks = job('recover-webhooks', {
  data: Type.Object({
    user_id: Uuid,
    endpoint_id: Uuid,
    since: DateTime,
    until: DateTime,
    /** Of an endpoint that hears all target users of a product. */
    product_id: Type.Optional(Uuid),
  }),
  retryLimit: 5,
  async run(services: Ground, { user_id, endpoint_id, since, until, product_id }, job_id) {
    const scope = product_id ? 'PRODUCT' : 'USER'
    const whose = product_id ? scopeOfOwner(user_id, product_id) : scopeOfUser(user_id)
    const next = (after: Position) =>
      runWithin(services, whose, job_id, (tx) => recoverSlice(tx, { endpoint_id, scope, after, until, limit: SLICE }))
    let after: Position | undefined = { created_at: since, id: BEFORE_EVERY_ID }
    while (after) after = await next(after)
  },
})

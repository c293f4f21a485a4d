import Type from 'typebox'
import { DateTime, Uuid } from '../../http/schema.ts'
import { scopeOfOwner, scopeOfUser } from '../../http/scope/scope.ts'
import { runInScope, type TransactionDeps } from '../../http/transaction.ts'
import { BEFORE_EVERY_ID } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/job.ts'
import { type Position, recoverSlice } from './delivery-store.ts'

/** The batch size: events per transaction. */
const SLICE = 500

/** Makes missed deliveries due, in batches. An interrupted run can be repeated without duplicate deliveries. */
export const recoverWebhooks = job('recover-webhooks', {
  data: Type.Object({
    user_id: Uuid,
    endpoint_id: Uuid,
    since: DateTime,
    until: DateTime,
    /** Set for an endpoint that receives the events of a product's target users. */
    product_id: Type.Optional(Uuid),
  }),
  retryLimit: 5,
  async run(services: TransactionDeps, { user_id, endpoint_id, since, until, product_id }, job_id) {
    const scope = product_id ? 'PRODUCT' : 'USER'
    const whose = product_id ? scopeOfOwner(user_id, product_id) : scopeOfUser(user_id)
    const next = (after: Position) =>
      runInScope(services, whose, job_id, (tx) => recoverSlice(tx, { endpoint_id, scope, after, until, limit: SLICE }))
    let after: Position | undefined = { created_at: since, id: BEFORE_EVERY_ID }
    while (after) after = await next(after)
  },
})

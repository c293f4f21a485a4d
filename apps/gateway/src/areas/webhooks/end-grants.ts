import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { kept } from '../../backoffice/audit-log/audit-subjects.ts'
import type { ActionResult } from '../../backoffice/backoffice-route.ts'
import { blockDeliveries } from '../../events/delivery/delivery-barrier.ts'
import { webhooks } from '../../events/delivery/events.ts'
import { recordBatch } from '../../events/record.ts'
import {
  deactivateProduct,
  type Membership,
  type Product,
  type ProductMember,
  removeTarget,
} from '../../http/scope/product-store.ts'
import { deactivateUser, ownedProducts, type User } from '../../http/scope/user-store.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { nextVersion } from '../../platform/record-version.ts'

/**
 * Ends a grant, a product or a user, with everything created under it. Links and signed URLs are checked on use, so
 * they stop working with the commit. Endpoints are deleted in the same transaction, after deliveries in progress have
 * finished. Endpoints that a user created for itself pause while the user is inactive. Each function returns the audit
 * log's data, or undefined when there is nothing to end.
 */
export async function endGrant(
  tx: Transaction,
  membership: Membership,
  now: Date,
): Promise<ActionResult<ProductMember> | undefined> {
  const { user_id, product_id } = membership
  await blockDeliveries(tx, [user_id])
  const removed = await removeTarget(tx, membership)
  if (!removed) return undefined
  await endEndpoints(tx, sql`user_id = ${user_id} and product_id = ${product_id} and grant_id is not null`, now)
  return { answer: removed, records: [kept.membership(membership)] }
}

export async function endProduct(
  tx: Transaction,
  product_id: string,
  now: Date,
): Promise<ActionResult<Product> | undefined> {
  await blockDeliveries(tx, [product_id])
  const ended = await deactivateProduct(tx, product_id)
  if (!ended) return undefined
  await endEndpoints(tx, sql`product_id = ${product_id}`, now)
  return { answer: ended, records: [kept.product(product_id)] }
}

export async function endUser(tx: Transaction, user_id: string, now: Date): Promise<ActionResult<User> | undefined> {
  await blockDeliveries(tx, [user_id, ...(await ownedProducts(tx, user_id))])
  const { user, renewed } = await deactivateUser(tx, user_id)
  if (!user) return undefined
  await endEndpoints(tx, sql`user_id = ${user_id} and grant_id is not null`, now)
  return { answer: user, records: [kept.user(user_id), ...renewed.map(kept.membership)] }
}

interface EndedGrantRecord {
  user_id: string
  id: string
  product_id: string | null
  version: number
  updated_at: string
}

async function endEndpoints(tx: Transaction, which: Sql, now: Date): Promise<void> {
  const stored = await tx.query<EndedGrantRecord>(sql`
    select user_id, id, product_id, version, updated_at from webhook_endpoints
    where ${which} and deleted_at is null order by user_id, id for update`)
  if (stored.length === 0) return
  const ended = stored.map((endpoint) => ({ ...endpoint, ...nextVersion(endpoint, now) }))
  // Deleted before the event is recorded, so that a deleted endpoint does not receive the event of its own deletion.
  await tx.query(sql`
    update webhook_endpoints endpoint set deleted_at = ${now}, version = ended.version, updated_at = ended.updated_at,
      secret = '', previous_secret = null, previous_secret_expires_at = null
    from unnest(${ended.map(({ user_id }) => user_id)}::uuid[], ${ended.map(({ id }) => id)}::uuid[],
      ${ended.map(({ version }) => version)}::bigint[], ${ended.map(({ updated_at }) => updated_at)}::timestamptz[])
      ended (user_id, id, version, updated_at)
    where endpoint.user_id = ended.user_id and endpoint.id = ended.id`)
  const happenings = ended.map(({ user_id, ...endpoint }) => ({ ...webhooks.endpoint.deleted(endpoint), user_id }))
  recordBatch(tx, happenings, `operator-${randomUUID()}`, now)
}

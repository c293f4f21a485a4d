import { record } from '../../events/record.ts'
import { runAsUser, type Tx } from '../../http/transaction.ts'
import type { DictRefundRequest } from '../../partners/dict/refunds.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { type Contested, findContested } from '../transactions/find-contested.ts'
import { applyRefund, newRefundRequest } from './apply-refund.ts'
import { knownRefunds } from './cross-user-queries.ts'
import { pix } from './events.ts'
import { insertRefundRequest, lockRefundRequest, saveRefundRequest } from './refund-request-store.ts'
import type { RefundServices } from './refund-services.ts'
import { keepUnclaimed } from './unmatched-refunds.ts'

/**
 * Stores DICT's refunds, each with the user who received the money. DICT may deliver the same refund twice, late, and
 * in any order: one that is no newer than the stored one changes nothing and emits no event. Failures are isolated and
 * thrown at the end, so that the caller does not continue as if all were stored.
 */
export async function keepRefunds(services: RefundServices, told: DictRefundRequest[], job_id: string): Promise<void> {
  const { operator, log } = services
  const known = await knownRefunds(
    operator,
    told.map(({ id }) => id),
  )
  const refunds = told.filter(({ id, last_modified }) => (known.get(id)?.reported_at ?? '') < last_modified)
  const unknown = refunds.filter(({ id }) => !known.has(id))
  const records = await findContested(
    operator,
    unknown.map(({ transaction_id }) => transaction_id),
  )
  const fieldsOf = ({ id }: DictRefundRequest) => ({ name: id, job_id })
  const failure = await forEachIsolated({ log, event: 'refund_not_kept', fieldsOf }, refunds, async (refund) => {
    const contested = records.find((each) => each.end_to_end_id === refund.transaction_id && isIncoming(each))
    const user_id = known.get(refund.id)?.user_id ?? contested?.user_id
    if (user_id === undefined) await keepUnclaimed(operator, refund)
    else await runAsUser(services, user_id, job_id, (tx) => keepRefund(tx, refund, contested))
  })
  if (failure) throw failure
}

/** A payment between two of our users has two records; the refund is requested from the receiver. */
const isIncoming = ({ type }: Contested) => type === 'DEPOSIT' || type === 'DEVOLUTION_RECEIVED'

async function keepRefund(tx: Tx, told: DictRefundRequest, contested: Contested | undefined): Promise<void> {
  const stored = await lockRefundRequest(tx, told.id)
  if (stored) {
    const changed = applyRefund(stored, told, tx.now)
    if (!changed) return
    saveRefundRequest(tx, changed.refund)
    if (changed.happening) record(tx, changed.happening)
  } else if (contested) {
    const refund = newRefundRequest(told, contested, tx.now)
    if (await insertRefundRequest(tx, refund)) record(tx, pix.refund_request.received(refund))
  }
}

import { record } from '../../events/record.ts'
import { operatorRoute } from '../../http/internal-api/internal-pipeline.ts'
import { runAsUser, type Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import { recordNothingReturned, recordReturn } from '../pix-infractions/record-return.ts'
import { firstPayment, isPaymentTaken, type PixPayment, selectPayments } from '../transactions/pix-payments.ts'
import { closeRefunds } from './close-refunds.job.ts'
import { findToPay } from './cross-user-queries.ts'
import {
  refundPaymentConflict,
  refundPaymentRulesBroken,
  refundRequestAnswered,
  refundRequestUnknown,
} from './errors.ts'
import { PaymentReport } from './payment-rules.ts'
import { RefundRequestPath } from './refund-request.ts'
import { lockRefundRequest, saveRefundRequest } from './refund-request-store.ts'
import type { RefundServices } from './refund-services.ts'
import { takePayment } from './take-payment.ts'

/**
 * Records the core's report: the returned amount, or the reason for returning nothing. Idempotent; a job sends it to
 * DICT once.
 */
export const reportRefundPayment = operatorRoute({
  name: 'reportRefundPayment',
  method: 'POST',
  path: '/v1/refund-requests/:id/payments',
  params: RefundRequestPath,
  body: PaymentReport,
  bodyBytesMax: 16_384,
  errors: [refundRequestUnknown, refundRequestAnswered, refundPaymentConflict, refundPaymentRulesBroken],

  async handle({ params, body, request_id }, services: RefundServices) {
    const id = params.id.toLowerCase()
    const { user_id } = found(await findToPay(services.operator, id), refundRequestUnknown)
    await runAsUser(services, user_id, request_id, (tx) => reportPayment(tx, id, body)).catch(
      async (error: unknown) => {
        if (!isPaymentTaken(error)) throw error
        const { rows } = await services.operator.query<PixPayment>(selectPayments([body.end_to_end_id!]))
        throw refundPaymentConflict({ cause: error, members: { first_payment: rows.map(firstPayment)[0] } })
      },
    )
    return found(await findToPay(services.operator, id), refundRequestUnknown)
  },
})

/** Saves the report, the notification's block and the events of both in one transaction. */
export async function reportPayment(tx: Tx, id: string, report: PaymentReport): Promise<void> {
  const stored = found(await lockRefundRequest(tx, id), refundRequestUnknown)
  const { refund, happening, moved } = takePayment(stored, report, tx.now)
  if (refund === stored) return
  saveRefundRequest(tx, refund)
  if (happening) record(tx, happening)
  const { infraction_notification_id: notification_id } = refund
  if (notification_id && moved > 0) await recordReturn(tx, notification_id, moved)
  if (notification_id && refund.analysis_result === 'REJECTED' && moved === 0)
    await recordNothingReturned(tx, notification_id)
  if (refund.status === 'ANSWERED') await tx.enqueue(closeRefunds, {})
}

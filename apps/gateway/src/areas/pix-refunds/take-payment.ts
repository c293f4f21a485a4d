import type { DomainEvent } from '../../events/event.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { refundPaymentConflict, refundPaymentRulesBroken, refundRequestAnswered } from './errors.ts'
import { pix } from './events.ts'
import { type PaymentReport, paymentBreaks } from './payment-rules.ts'
import type { RefundRequest } from './refund-request.ts'

export interface AppliedPayment {
  refund: RefundRequest
  /** Absent for a repeat, which changes nothing. */
  happening?: DomainEvent
  /** The amount that this report moved, in cents. */
  moved: number
}

/**
 * Applies the core's report. A repeat changes nothing. The first report is the answer that DICT receives. Money that
 * moves later, from a monitored account or because the request was withdrawn too late, is recorded as a further
 * payment.
 */
export function takePayment(stored: RefundRequest, report: PaymentReport, now: Date): AppliedPayment {
  if (wasSaid(stored, report)) return { refund: stored, moved: 0 }
  const corrects = isCorrection(stored, report)
  refuseUsedId(stored, report, corrects)
  const errors = paymentBreaks(stored, report)
  if (errors.length > 0) throw refundPaymentRulesBroken({ errors })
  if (stored.status === 'OPEN') return answer(stored, report, now)
  if (report.paid_amount === 0) throw refundRequestAnswered()
  if (corrects) return correct(stored, report, now)
  return payMore(stored, report, now)
}

function wasSaid({ payments, analysis_result, rejection_reason }: RefundRequest, report: PaymentReport): boolean {
  if (report.paid_amount === 0)
    return (
      analysis_result === 'REJECTED' &&
      report.rejection_reason !== undefined &&
      rejection_reason === report.rejection_reason
    )
  return payments.some(
    ({ end_to_end_id, amount }) => end_to_end_id === report.end_to_end_id && amount === report.paid_amount,
  )
}

/** DICT rejected the id of the answer's payment: a report with the same amount corrects that id. */
const isCorrection = ({ dict_refusal, analysis_result, payments }: RefundRequest, { paid_amount }: PaymentReport) =>
  dict_refusal !== null && analysis_result !== 'REJECTED' && payments[0]?.amount === paid_amount

/**
 * One id is one payment: another amount with the same id is rejected, and so is a late report of an id that was
 * corrected.
 */
function refuseUsedId(
  { id, payments, replaced_ids }: RefundRequest,
  { paid_amount, end_to_end_id }: PaymentReport,
  corrects: boolean,
): void {
  if (paid_amount === 0) return
  const replaced = !corrects && replaced_ids.some((each) => each === end_to_end_id)
  const first = replaced ? payments[0] : payments.find((payment) => payment.end_to_end_id === end_to_end_id)
  if (!first) return
  const { reported_at: recorded_at, ...payment } = first
  throw refundPaymentConflict({ members: { first_payment: { ...payment, recorded_at, refund_request_id: id } } })
}

const paymentOf = ({ paid_amount, end_to_end_id }: PaymentReport, now: Date) => ({
  end_to_end_id: end_to_end_id!,
  amount: paid_amount,
  reported_at: now.toISOString(),
})

function answer(stored: RefundRequest, report: PaymentReport, now: Date): AppliedPayment {
  const moved = report.paid_amount
  const { analysis_result, event } = resultOf(stored, moved)
  const changes: Partial<RefundRequest> = {
    status: 'ANSWERED',
    analysis_result,
    rejection_reason: report.rejection_reason ?? null,
    analysis_details: report.details ?? null,
    paid_amount: moved,
    payments: moved > 0 ? [paymentOf(report, now)] : [],
  }
  const refund = withNextVersion(stored, changes, now)
  return { refund, happening: event(refund), moved }
}

function resultOf({ amount }: RefundRequest, paid: number) {
  if (paid === 0) return { analysis_result: 'REJECTED', event: pix.refund_request.rejected } as const
  if (paid < amount)
    return { analysis_result: 'PARTIALLY_ACCEPTED', event: pix.refund_request.partially_refunded } as const
  return { analysis_result: 'TOTALLY_ACCEPTED', event: pix.refund_request.refunded } as const
}

/** Replaces a payment id that DICT rejected. No further money has moved. */
function correct(stored: RefundRequest, report: PaymentReport, now: Date): AppliedPayment {
  const [wrong, ...others] = stored.payments
  const payments = [paymentOf(report, now), ...others]
  const replaced_ids = [...stored.replaced_ids, wrong!.end_to_end_id].filter((each) => each !== report.end_to_end_id)
  const refund = withNextVersion(stored, { payments, replaced_ids, dict_refusal: null, dict_retry_at: null }, now)
  return { refund, happening: pix.refund_request.payment_corrected(refund), moved: 0 }
}

function payMore(stored: RefundRequest, report: PaymentReport, now: Date): AppliedPayment {
  const paid_amount = stored.paid_amount + report.paid_amount
  if (paid_amount > stored.amount) throw refundRequestAnswered()
  const payments = [...stored.payments, paymentOf(report, now)]
  const refund = withNextVersion(stored, { paid_amount, payments }, now)
  return { refund, happening: pix.refund_request.payment_added(refund), moved: report.paid_amount }
}

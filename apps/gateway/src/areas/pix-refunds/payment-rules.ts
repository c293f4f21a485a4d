import Type, { type Static } from 'typebox'
import { closedEnum, lines } from '../../http/schema.ts'
import type { BrokenRule } from '../../platform/errors/fault.ts'
import { isEndToEndId } from '../transactions/end-to-end-id.ts'
import { paymentKind, type RefundRequest, rejectionReasons } from './refund-request.ts'

const DETAILS_LENGTH_MAX = 2_000

/** The core's report about a refund: the amount and the payment id, or the reason for not paying. */
export const PaymentReport = Type.Object(
  {
    paid_amount: Type.Integer({ minimum: 0, description: 'The amount paid; cents. 0 rejects the request.' }),
    end_to_end_id: Type.Optional(Type.String({ maxLength: 32 })),
    rejection_reason: Type.Optional(closedEnum(rejectionReasons, 'Why nothing was paid.')),
    details: Type.Optional(lines(DETAILS_LENGTH_MAX, 'A text for the other institution.')),
  },
  { additionalProperties: false },
)
export type PaymentReport = Static<typeof PaymentReport>

const rule = (field: string, code: string, pt: string, en: string): BrokenRule => ({
  pointer: `/body/${field}`,
  code,
  detail: { 'pt-BR': pt, 'en-US': en },
})

/** Every rule that DICT would apply, and every impossible value, at once. */
export function paymentBreaks(stored: RefundRequest, report: PaymentReport): BrokenRule[] {
  return report.paid_amount > 0 ? sendingBreaks(stored, report) : refusingBreaks(stored, report)
}

function sendingBreaks(stored: RefundRequest, { paid_amount, end_to_end_id: id, rejection_reason }: PaymentReport) {
  const broken: BrokenRule[] = []
  if (paid_amount > stored.amount)
    broken.push(rule('paid_amount', 'MORE_THAN_ASKED', 'excede o valor solicitado', 'exceeds the requested amount'))
  if (paymentKind(stored) === 'E' && !isEndToEndId(id ?? '', 'E')) {
    const pt = 'deve ser o id E… do pacs.008 com finalidade IPRT: há conta de devolução'
    const en = 'must be the E… id of the pacs.008 with purpose IPRT: there is a refund account'
    broken.push(rule('end_to_end_id', 'PAYMENT_ID_REQUIRED', pt, en))
  }
  if (paymentKind(stored) === 'D' && !isEndToEndId(id ?? '', 'D')) {
    const pt = 'deve ser o id D… do pacs.004 da devolução'
    broken.push(rule('end_to_end_id', 'PAYMENT_ID_REQUIRED', pt, 'must be the D… id of the pacs.004 of the return'))
  }
  if (rejection_reason)
    broken.push(rule('rejection_reason', 'REASON_WITHOUT_REFUSAL', 'só se aplica com 0', 'applies only with 0'))
  return broken
}

function refusingBreaks(stored: RefundRequest, { end_to_end_id, rejection_reason: reason, details }: PaymentReport) {
  const broken: BrokenRule[] = []
  if (end_to_end_id !== undefined)
    broken.push(
      rule('end_to_end_id', 'PAYMENT_WITHOUT_AMOUNT', 'só se aplica com um valor', 'applies only with an amount'),
    )
  if (!reason)
    broken.push(rule('rejection_reason', 'REASON_REQUIRED', 'é obrigatório quando nada foi pago', 'is required with 0'))
  if (reason === 'INVALID_REQUEST' && (stored.reason !== 'OPERATIONAL_FLAW' || !details)) {
    const pt = 'INVALID_REQUEST só se aplica a falha operacional, e com details'
    const en = 'INVALID_REQUEST applies only to an operational flaw, and with details'
    broken.push(rule('rejection_reason', 'REASON_NOT_ALLOWED', pt, en))
  }
  return broken
}

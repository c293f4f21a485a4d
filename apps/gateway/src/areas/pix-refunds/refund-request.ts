import Type from 'typebox'
import type { StoredRecord } from '../../http/repository.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import type { DictRefundRequest } from '../../partners/dict/refunds.ts'

/**
 * OPEN, CLOSED and CANCELLED are DICT's statuses. ANSWERED is ours: the core has reported its payment, and DICT has
 * not received it yet.
 */
export const refundStatuses = ['OPEN', 'ANSWERED', 'CLOSED', 'CANCELLED'] as const
export type RefundRequestStatus = (typeof refundStatuses)[number]
export const refundReasons = ['FRAUD', 'OPERATIONAL_FLAW', 'PIX_AUTOMATICO'] as const
export const refundResults = ['TOTALLY_ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED'] as const
/** Reasons that the core may send. PARTICIPANT_EXCLUSION is set only by DICT. */
export const rejectionReasons = ['NO_BALANCE', 'ACCOUNT_CLOSURE', 'INVALID_REQUEST', 'OTHER'] as const

export const RefundRequestPath = Type.Object({ id: Uuid })

const Payment = Type.Object({
  end_to_end_id: Type.String({ description: 'D… of a return, E… of a payment to another account.' }),
  amount: Type.Integer({ description: 'Cents.' }),
  reported_at: DateTime,
})

export const RefundRequestReply = Type.Object(
  {
    id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    end_to_end_id: Type.String({ description: 'The payment for which the refund is requested.' }),
    infraction_notification_id: Type.Optional(Uuid),
    funds_recovery_id: Type.Optional(Uuid),
    reason: openEnum(refundReasons),
    description: Type.Optional(Type.String()),
    amount: Type.Integer({ description: 'The amount requested as a refund; cents.' }),
    status: openEnum(refundStatuses),
    analysis_result: Type.Optional(openEnum(refundResults)),
    rejection_reason: Type.Optional(openEnum([...rejectionReasons, 'PARTICIPANT_EXCLUSION'])),
    paid_amount: Type.Integer({ description: 'The amount returned so far; cents.' }),
    payments: Type.Array(Payment),
    due_date: Type.Unsafe<string>({ ...DateTime, description: 'The deadline to pay or reject the request.' }),
    monitored_until: Type.Optional(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'RefundRequest' },
)

/** Internal columns, for the gateway and the core. */
interface RefundColumns {
  user_id: string
  status: RefundRequestStatus
  analysis_details: string | null
  monitor_account: boolean
  requesting_participant: string
  /** The participant of ours from which it is requested. Null in records older than this column, which are our own. */
  contested_participant: string | null
  /** Personal data that is returned only to the core, never to the client. */
  refund_account: DictRefundRequest['refund_account'] | null
  dict_status: string
  /** Why DICT rejected the answer. The core may then report another payment. */
  dict_refusal: string | null
  dict_retry_at: string | null
  /** Payment ids that were corrected. A late repeat of the first report must not count as another payment. */
  replaced_ids: string[]
  /** When the overdue event is due; null once it was emitted, or when there is nothing left to pay. */
  overdue_at: string | null
  reported_at: string
}

export type RefundRequest = StoredRecord<typeof RefundRequestReply, RefundColumns>

/** A devolution returns through the original payment; a refund to another account is a separate payment. */
export const paymentKind = ({ refund_account }: Pick<RefundRequest, 'refund_account'>) => (refund_account ? 'E' : 'D')

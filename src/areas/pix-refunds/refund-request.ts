import Type from 'typebox'
import type { Stored } from '../../gate/records.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import type { Refund } from '../../partners/dict/refunds.ts'

/** OPEN, CLOSED and CANCELLED are DICT's own; ANSWERED is ours: the core said what it paid, and DICT is not told yet. */
export const refundStatuses = ['OPEN', 'ANSWERED', 'CLOSED', 'CANCELLED'] as const
export type RefundRequestStatus = (typeof refundStatuses)[number]
export const refundReasons = ['FRAUD', 'OPERATIONAL_FLAW', 'PIX_AUTOMATICO'] as const
export const refundResults = ['TOTALLY_ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED'] as const
/** What may be sent; PARTICIPANT_EXCLUSION is DICT's own to say. */
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
    end_to_end_id: Type.String({ description: 'The payment that is asked back.' }),
    infraction_notification_id: Type.Optional(Uuid),
    funds_recovery_id: Type.Optional(Uuid),
    reason: openEnum(refundReasons),
    description: Type.Optional(Type.String()),
    amount: Type.Integer({ description: 'What is asked back; cents.' }),
    status: openEnum(refundStatuses),
    analysis_result: Type.Optional(openEnum(refundResults)),
    rejection_reason: Type.Optional(openEnum([...rejectionReasons, 'PARTICIPANT_EXCLUSION'])),
    paid_amount: Type.Integer({ description: 'What was sent back so far; cents.' }),
    payments: Type.Array(Payment),
    due_date: Type.Unsafe<string>({ ...DateTime, description: 'Until when it is to be paid, or refused.' }),
    monitored_until: Type.Optional(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'RefundRequest' },
)

/** What only the gateway and the core need to know. */
interface Kept {
  user_id: string
  status: RefundRequestStatus
  analysis_details: string | null
  monitor_account: boolean
  requesting_participant: string
  /** Which participant of ours it is asked of. Null in records older than this column, which are our own. */
  contested_participant: string | null
  /** About a person, and not the client's to know: only the core is told. */
  refund_account: Refund['refund_account'] | null
  dict_status: string
  /** Why DICT would not take the answer; the core may then name another payment. */
  dict_refusal: string | null
  dict_retry_at: string | null
  /** Payment ids that were corrected. A late repeat of the first report is not another payment. */
  replaced_ids: string[]
  /** When to tell that it is overdue; null once that was told, or there is nothing left to pay. */
  overdue_at: string | null
  reported_at: string
}

export type RefundRequest = Stored<typeof RefundRequestReply, Kept>

/** A return goes the way the payment came; what goes to another account is a payment of its own. */
export const paymentKind = ({ refund_account }: Pick<RefundRequest, 'refund_account'>) => (refund_account ? 'E' : 'D')

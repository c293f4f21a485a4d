import Type, { type Static } from 'typebox'
import type { DomainEvent } from '../../events/event.ts'
import type { StoredRecord } from '../../http/repository.ts'
import { closedEnum, DateTime, lines, openEnum, Uuid } from '../../http/schema.ts'
import type { SituationType } from '../../partners/dict/enums.ts'
import type { TrackingGraph } from '../../partners/dict/tracking-graph.ts'
import type { Text } from '../../platform/language.ts'
import { textOf } from './code-texts.ts'

export const requestStatuses = [
  'CREATED',
  'ANALYSED',
  'WAITING_DEVOLUTION',
  'COMPLETED_APPROVED',
  'COMPLETED_REJECTED',
  'CANCELED',
  'FAILED',
] as const
export type RequestStatus = (typeof requestStatuses)[number]
const reasons = ['FRAUD', 'CANCEL_DEVOLUTION', 'PIX_AUTOMATIC_FRAUD', 'PIX_AUTOMATIC_PSP_ERROR'] as const
export const transactionTypes = ['PAYMENT', 'DEVOLUTION', 'REFUND_PAYMENT'] as const

/** The fraud situations and DICT's values for them. DICT has no UNKNOWN, so it is sent as OTHER. */
export const situations = {
  FRAUD: 'SCAM',
  UNAUTHORIZED: 'ACCOUNT_TAKEOVER',
  COERCION_CRIME: 'COERCION',
  FRAUDULENT_ACCESS: 'FRAUDULENT_ACCESS',
  OTHER: 'OTHER',
  UNKNOWN: 'OTHER',
} satisfies Record<string, SituationType>
export type FraudReason = keyof typeof situations
const fraudReasons = Object.keys(situations) as FraudReason[]
const DESCRIPTION_LENGTH_MAX = 2_000

export const RequestPath = Type.Object({ id: Uuid })

const told = {
  description: lines(DESCRIPTION_LENGTH_MAX, 'What happened. The analysts of the other institutions read it.'),
  contact_email: Type.Optional(Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' })),
  contact_phone: Type.Optional(Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$' })),
}

export const RequestPatch = Type.Object(Type.Partial(Type.Object(told)).properties, {
  additionalProperties: false,
  minProperties: 1,
  title: 'FundRecoveryRequestPatch',
})

export const RequestCreate = Type.Object(
  {
    transaction_id: Type.Optional(Uuid),
    transaction_operation_id: Type.Optional(Uuid),
    end_to_end_id: Type.Optional(Type.String({ pattern: '^[ED][0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$' })),
    reason: closedEnum(reasons, 'Why the transaction is contested.'),
    fraud_reason: Type.Optional(
      closedEnum([...fraudReasons, 'COERSION_CRIME'], 'The kind of fraud. COERSION_CRIME is read as COERCION_CRIME.'),
    ),
    ...told,
  },
  { additionalProperties: false, title: 'FundRecoveryRequestCreate' },
)

const Refund = Type.Object({
  id: Uuid,
  end_to_end_id: Type.String({ description: 'The payment on the path for which the refund is requested.' }),
  bank_ispb: Type.String(),
  status: openEnum(['OPEN', 'CLOSED', 'CANCELLED']),
  amount: Type.Integer({ description: 'Requested amount; cents.' }),
  refunded_amount: Type.Integer({ description: 'Amount actually returned; cents.' }),
  analysis_result: Type.Optional(openEnum(['TOTALLY_ACCEPTED', 'PARTIALLY_ACCEPTED', 'REJECTED'])),
  rejection_reason: Type.Optional(openEnum(['NO_BALANCE', 'ACCOUNT_CLOSURE', 'INVALID_REQUEST', 'OTHER'])),
  refund_end_to_end_id: Type.Optional(
    Type.String({
      description: 'The payment that returned the money: D… from the first institution, E… from the others.',
    }),
  ),
  credit_transaction_id: Type.Optional({
    ...Uuid,
    description: 'That payment in the wallet, once the ledger has sent it.',
  }),
})
export type RefundLeg = Static<typeof Refund>

export const EvidenceFile = Type.Object({
  pix_fund_recovery_request_id: Uuid,
  file_id: Uuid,
  name: Type.String(),
})

export const RequestReply = Type.Object(
  {
    id: Uuid,
    wallet_id: Uuid,
    status: openEnum(requestStatuses),
    reason: openEnum(reasons),
    fraud_reason: Type.Optional(openEnum(fraudReasons)),
    description: Type.String(),
    transaction_id: Uuid,
    transaction_operation_id: Type.Optional(Uuid),
    transaction_type: openEnum(transactionTypes),
    transaction_amount: Type.Integer({ description: 'Cents.' }),
    transaction_third_part_name: Type.Optional(Type.String()),
    end_to_end_id: Type.String(),
    refund_total_amount: Type.Integer({ description: 'The amount actually returned so far; cents.' }),
    refunds: Type.Array(Refund),
    files: Type.Array(EvidenceFile),
    tracking: Type.Optional(
      Type.Object({
        participants: Type.Integer(),
        accounts: Type.Integer(),
        transactions: Type.Integer(),
        created_at: DateTime,
      }),
    ),
    analysis_limit_date: DateTime,
    analysed_at: Type.Optional(DateTime),
    refund_limit_date: Type.Optional(
      Type.String({ format: 'date-time', description: 'The deadline to request the refunds.' }),
    ),
    canceled_at: Type.Optional(DateTime),
    waiting_code: Type.Optional(
      Type.String({ description: 'Why DICT has not accepted the request yet; the gateway sends it again.' }),
    ),
    waiting_message: Type.Optional(Type.String()),
    failed_code: Type.Optional(Type.String()),
    failed_message: Type.Optional(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'FundRecoveryRequest' },
)

/** Internal columns. */
interface RequestColumns {
  user_id: string
  contact_email: string
  contact_phone: string
  tracking_graph: TrackingGraph | null
  /** The time of the first submission. */
  submitted_at: string | null
  /** The time of the last submission without a response: DICT may still process it. */
  unanswered_at: string | null
  /** The time at which DICT first reported a recovery of the payment. */
  exists_since: string | null
  /** The index of the tracking parameters in use. */
  graph_step: number
  /** The lease of the worker that advances it now. */
  lease: string | null
  dict_id: string | null
  dict_status: string | null
  dict_modified_at: string | null
  next_action_at: string | null
  /** When the ledger is searched next for returned money. */
  credits_due_at: string | null
  refund_warn_at: string | null
}

type Replied = StoredRecord<typeof RequestReply, RequestColumns>
type Worded = 'waiting_message' | 'failed_message'
export type Request = Omit<Replied, 'tracking' | Worded>

/** The request after a change, with the events on the way, each with the version it created. */
export interface Progress {
  request: Request
  happenings: DomainEvent[]
}

/** The API form of a request: a summary of the graph, which has its own address, and texts for the codes. */
export function withSummary(request: Request): Omit<Replied, Worded> & Record<Worded, Text | null> {
  const graph = request.tracking_graph
  return {
    ...request,
    waiting_message: textOf(request.waiting_code),
    failed_message: textOf(request.failed_code),
    tracking: graph && {
      participants: new Set(graph.accounts.map(({ participant }) => participant)).size,
      accounts: graph.accounts.length,
      transactions: graph.transactions.length,
      created_at: graph.creation_time,
    },
  }
}

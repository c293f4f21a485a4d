import Type from 'typebox'
import type { StoredRecord } from '../../http/repository.ts'
import { closedEnum, DateTime, lines, openEnum, Uuid } from '../../http/schema.ts'
import type { ContactInformation, FraudType } from '../../partners/dict/enums.ts'

/**
 * Four of these are DICT's statuses. IN_ANALYSIS is ours: the client has answered, or the verdict was given, and DICT
 * has not received it yet.
 */
export const notificationStatuses = ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
/** Further statuses in the specification. Clients must tolerate them; this gateway never returns them. */
const elsewhere = ['NEW', 'RECEIVED', 'OPENED', 'REJECTED'] as const
export const blockedAmounts = ['BLOCKED', 'HELD_FOR_REFUND', 'RELEASED', 'RETURNED', 'PARTIALLY_RETURNED'] as const
export type BlockedAmount = (typeof blockedAmounts)[number]
export const infractionTypes = ['FRAUD', 'REFUND_REQUEST', 'CANCEL_DEVOLUTION'] as const
export const situationTypes = ['SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER', 'UNKNOWN'] as const
export const verdicts = ['AGREED', 'DISAGREED'] as const
export const DETAILS_LENGTH_MAX = 2_000
const EVIDENCE_FILES_MAX = 3

/** The kinds of fraud that a client can confirm, and DICT's values for them. */
export const fraudTypes = {
  IDEOLOGICAL_FALSEHOOD: 'APPLICATION_FRAUD',
  MULE_ACCOUNT: 'MULE_ACCOUNT',
  FRAUD_ACCOUNT: 'SCAMMER_ACCOUNT',
  OTHER: 'OTHER',
} satisfies Record<string, FraudType>
export type ComplianceFraudType = keyof typeof fraudTypes
export const fraudTypeNames = Object.keys(fraudTypes) as ComplianceFraudType[]

export const NotificationPath = Type.Object({ id: Uuid })

export const NotificationAnswer = Type.Object(
  {
    client_status: closedEnum(verdicts, 'Whether you agree that there was fraud.'),
    client_analysis_details: lines(
      DETAILS_LENGTH_MAX,
      'The reason. The institution that reported the infraction reads it.',
    ),
    compliance_fraud_type: Type.Optional(
      closedEnum(fraudTypeNames, 'The kind of fraud. Required when client_status is AGREED, and only then.'),
    ),
    file_ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: EVIDENCE_FILES_MAX,
        uniqueItems: true,
        description: 'Evidence: files of yours, ready, of the type PIX_INFRACTION_REPORT.',
      }),
    ),
  },
  { additionalProperties: false, title: 'InfractionNotificationAnswer' },
)

export const NotificationReply = Type.Object(
  {
    id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    end_to_end_id: Type.String(),
    infraction_type: openEnum(infractionTypes),
    situation_type: openEnum(situationTypes),
    funds_recovery_id: Type.Optional(Uuid),
    description: Type.Optional(Type.String()),
    status: openEnum([...notificationStatuses, ...elsewhere]),
    amount: Type.Integer({ description: 'The contested amount to block, at most the amount received; cents.' }),
    blocked_amount_status: openEnum(blockedAmounts),
    returned_amount: Type.Integer({ description: 'The amount returned so far; cents.' }),
    reporter_participant: Type.Optional(
      Type.String({ description: 'The ISPB of the institution that reported the infraction.' }),
    ),
    transaction_depth: Type.Optional(
      Type.Integer({ description: 'The distance from the first payment, in accounts.' }),
    ),
    fraud_marker_id: Type.Optional(Uuid),
    counterparty_name: Type.Optional(Type.String()),
    bank_name: Type.Optional(Type.String()),
    company_name: Type.Optional(Type.String()),
    client_status: Type.Optional(openEnum(verdicts)),
    client_analysis_details: Type.Optional(Type.String()),
    compliance_fraud_type: Type.Optional(openEnum(fraudTypeNames)),
    file_ids: Type.Array(Uuid, { description: 'The evidence that you sent with your answer.' }),
    question: Type.Optional(Type.String({ description: 'The question of the institution before it decides.' })),
    analysis_result: Type.Optional(openEnum(verdicts)),
    analysis_details: Type.Optional(Type.String()),
    analysis_fraud_type: Type.Optional(openEnum(fraudTypeNames)),
    due_date: DateTime,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'InfractionNotification' },
)

/** Internal columns, for the gateway and its analysts. */
interface NotificationColumns {
  user_id: string
  status: NotificationStatus
  /** The received amount, the maximum that is blocked. Null in records older than this column. */
  received_amount: number | null
  /** The contact at the reporting participant, for our analysts and not for the reported client. */
  contact_information: ContactInformation | null
  /** The participant of ours to which it is addressed. Null in records older than this column, which are our own. */
  participant: string | null
  /** The latest known status at DICT. */
  dict_status: string
  decided_at: string | null
  /** The analyst; or `client` when the answer was adopted, or `default`. */
  decided_by: string | null
  decision_reason: string | null
  remind_at: string | null
  /** When to check whether a refund is still possible. Only while an amount is held. */
  hold_check_at: string | null
  reported_at: string
}

export type Notification = StoredRecord<typeof NotificationReply, NotificationColumns>

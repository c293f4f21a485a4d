import Type from 'typebox'
import type { Stored } from '../../gate/records.ts'
import { closedEnum, DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import type { FraudType } from '../../partners/dict/values.ts'

/**
 * Three of these are DICT's own; IN_ANALYSIS is ours, and means that the client has answered and the answer is on its
 * way.
 */
export const notificationStatuses = ['OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS', 'CLOSED', 'CANCELLED'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
/** Statuses the field knows beside ours; clients must tolerate them, and this gateway does not make them. */
const elsewhere = ['NEW', 'RECEIVED', 'OPENED', 'REJECTED'] as const
export const blockedAmounts = ['BLOCKED', 'RELEASED', 'RETURNED'] as const
export type BlockedAmount = (typeof blockedAmounts)[number]
export const infractionTypes = ['FRAUD', 'REFUND_REQUEST', 'CANCEL_DEVOLUTION'] as const
const situationTypes = ['SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER', 'UNKNOWN'] as const
export const verdicts = ['AGREED', 'DISAGREED'] as const
const DETAILS_LENGTH_MAX = 2_000
const EVIDENCE_FILES_MAX = 3

/** What kind of fraud the client agrees there was, and the word DICT has for it. */
export const fraudTypes = {
  IDEOLOGICAL_FALSEHOOD: 'APPLICATION_FRAUD',
  MULE_ACCOUNT: 'MULE_ACCOUNT',
  FRAUD_ACCOUNT: 'SCAMMER_ACCOUNT',
  OTHER: 'OTHER',
} satisfies Record<string, FraudType>
export type ComplianceFraudType = keyof typeof fraudTypes
const fraudTypeNames = Object.keys(fraudTypes) as ComplianceFraudType[]

export const NotificationPath = Type.Object({ id: Uuid })

export const NotificationAnswer = Type.Object(
  {
    client_status: closedEnum(verdicts, 'Whether you agree that there was fraud.'),
    client_analysis_details: Type.String({
      minLength: 1,
      maxLength: DETAILS_LENGTH_MAX,
      pattern: '\\S',
      description: 'Why. The bank that reported reads it.',
    }),
    compliance_fraud_type: Type.Optional(
      closedEnum(fraudTypeNames, 'Which fraud it was. Required when client_status is AGREED, and only then.'),
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
    amount: Type.Integer({ description: 'The contested amount; cents.' }),
    blocked_amount_status: openEnum(blockedAmounts),
    counterparty_name: Type.Optional(Type.String()),
    bank_name: Type.Optional(Type.String()),
    company_name: Type.Optional(Type.String()),
    client_status: Type.Optional(openEnum(verdicts)),
    client_analysis_details: Type.Optional(Type.String()),
    compliance_fraud_type: Type.Optional(openEnum(fraudTypeNames)),
    file_ids: Type.Array(Uuid, { description: 'The evidence you gave with your answer.' }),
    analysis_result: Type.Optional(openEnum(verdicts)),
    analysis_details: Type.Optional(Type.String()),
    due_date: DateTime,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'InfractionNotification' },
)

/** What only the gateway needs to know, and the statuses it makes. */
interface Kept {
  user_id: string
  status: NotificationStatus
  remind_at: string | null
  reported_at: string
}

export type Notification = Stored<typeof NotificationReply, Kept>

import Type, { type Static } from 'typebox'
import { nextVersion } from '../../base/version.ts'
import type { Happening } from '../../events/record.ts'
import { closedEnum, DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import type { AnalysisResult, FraudType } from '../../partners/dict/values.ts'
import type { Contested } from '../transactions/find-contested.ts'
import { notificationNotAnswerable } from './errors.ts'
import {
  blockedAmount,
  dueAt,
  eventSince,
  isAnswerable,
  type NotificationPeriods,
  type NotificationStatus,
  nextStatus,
  notificationStatuses,
  remindAt,
} from './status.ts'

export const infractionTypes = ['FRAUD', 'REFUND_REQUEST', 'CANCEL_DEVOLUTION'] as const
const situationTypes = ['SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER', 'UNKNOWN'] as const
const verdicts = ['AGREED', 'DISAGREED'] as const
/** Statuses the field knows beside ours; clients must tolerate them. */
const elsewhere = ['NEW', 'RECEIVED', 'OPENED', 'REJECTED'] as const
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
    blocked_amount_status: openEnum(['BLOCKED', 'RELEASED', 'RETURNED']),
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

type Reply = Static<typeof NotificationReply>
/** The record as it is stored: null where the reply leaves a field out, and what only the gateway needs to know. */
export type Notification = {
  [Field in keyof Reply]-?: undefined extends Reply[Field] ? NonNullable<Reply[Field]> | null : Reply[Field]
} & {
  user_id: string
  status: NotificationStatus
  remind_at: string | null
  reported_at: string
  version: number
}

const typeOf = (reason: string) => (reason === 'REFUND_CANCELLED' ? 'CANCEL_DEVOLUTION' : reason)

/** DICT's word, when we know it; one that BACEN added since is kept OPEN, and looked at again when it changes. */
function statusOf(report: InfractionReport): NotificationStatus {
  return notificationStatuses.find((status) => status === report.status) ?? 'OPEN'
}

/** What came from DICT for the first time, about a transaction of a user of ours. */
export function newNotification(
  report: InfractionReport,
  contested: Contested,
  periods: NotificationPeriods,
  now: Date,
): Notification {
  const incoming = isIncoming(contested.type)
  const created = new Date(report.creation_time)
  const status = statusOf(report)
  const analysis_result = verdictOf(report)
  return {
    user_id: contested.user_id,
    wallet_id: contested.wallet_id,
    id: report.id,
    transaction_id: contested.id,
    end_to_end_id: report.transaction_id,
    infraction_type: typeOf(report.reason) as Notification['infraction_type'],
    situation_type: report.situation_type as Notification['situation_type'],
    funds_recovery_id: report.funds_recovery_id ?? null,
    description: report.report_details ?? null,
    status,
    amount: report.infraction_amount ?? contested.amount,
    blocked_amount_status: blockedAmount(status, analysis_result),
    counterparty_name: incoming ? contested.owner_name : contested.beneficiary_name,
    bank_name: incoming ? contested.owner_bank_name : contested.beneficiary_bank_name,
    company_name: incoming ? contested.beneficiary_name : contested.owner_name,
    client_status: null,
    client_analysis_details: null,
    compliance_fraud_type: null,
    file_ids: [],
    analysis_result: analysis_result ?? null,
    analysis_details: report.analysis_details ?? null,
    due_date: dueAt(created, periods).toISOString(),
    remind_at: isAnswerable(status) ? remindAt(created, periods).toISOString() : null,
    reported_at: report.last_modified,
    version: 1,
    created_at: report.creation_time,
    updated_at: now.toISOString(),
  }
}

export const isIncoming = (type: string) => type === 'DEPOSIT' || type === 'DEVOLUTION_RECEIVED'

const verdictOf = ({ analysis_result }: InfractionReport) => verdicts.find((verdict) => verdict === analysis_result)

/** What DICT says now, laid over what we knew. Undefined when it says nothing new. */
export function applyReport(stored: Notification, report: InfractionReport, now: Date) {
  const event = eventSince(stored.status, report.status)
  if (!event || report.last_modified < stored.reported_at) return undefined
  const status = nextStatus(stored.status, event)!
  const analysis_result = verdictOf(report) ?? stored.analysis_result
  const notification: Notification = {
    ...stored,
    ...nextVersion(stored, now),
    status,
    analysis_result,
    analysis_details: report.analysis_details ?? stored.analysis_details,
    blocked_amount_status: blockedAmount(status, analysis_result ?? undefined),
    remind_at: isAnswerable(status) ? stored.remind_at : null,
    reported_at: report.last_modified,
  }
  return { notification, event }
}

export interface Verdict {
  analysis_result: AnalysisResult
  analysis_details: string
  compliance_fraud_type: ComplianceFraudType | null
  /** Absent when the deadline decided and not the client. */
  client_status: AnalysisResult | null
  file_ids: string[]
}

/** The verdict that will be told to DICT. From here on it can no longer be changed. */
export function applyVerdict(stored: Notification, verdict: Verdict, now: Date): Notification {
  const status = nextStatus(stored.status, 'answered')
  if (!status) throw notificationNotAnswerable()
  return {
    ...stored,
    ...nextVersion(stored, now),
    ...verdict,
    client_analysis_details: verdict.client_status && verdict.analysis_details,
    status,
    remind_at: null,
  }
}

export function happened(what: string, notification: Notification): Happening {
  const { id, wallet_id, transaction_id, funds_recovery_id, status, version, blocked_amount_status } = notification
  return {
    type: `pix.infraction_notification.${what}`,
    object_id: id,
    sequence: version,
    data: {
      infraction_notification_id: id,
      wallet_id,
      transaction_id,
      ...(funds_recovery_id && { funds_recovery_id }),
      status,
      blocked_amount_status,
      due_date: notification.due_date,
    },
  }
}

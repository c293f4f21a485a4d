import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import {
  type AnalysisResult,
  type ContactInformation,
  contactInformation,
  type FraudType,
  type InfractionReportStatus,
  PAGE_LIMIT,
  type SituationType,
} from './enums.ts'
import { withIndirect } from './participants.ts'
import { cents, flag, instant, listOf, optional, record, text, whole } from './xml/shape.ts'

/** A participant reports to another that a settled payment is suspected of fraud (notificação de infração). */
export type InfractionReport = ReturnType<typeof infractionReport>

export const infractionReport = record({
  id: text,
  transaction_id: text,
  reason: text,
  situation_type: text,
  report_details: optional(text),
  funds_recovery_id: optional(text),
  status: text,
  reporter_participant: text,
  counterparty_participant: text,
  fraud_marker_id: optional(text),
  analysis_result: optional(text),
  analysis_details: optional(text),
  contact_information: optional(contactInformation),
  infraction_amount: optional(cents),
  /** The layer in the graph of a recovery, since October 2026. */
  transaction_depth: optional(whole),
  creation_time: instant,
  last_modified: instant,
})

const one = record({ infraction_report: infractionReport })
const page = record({ has_more_elements: flag, infraction_reports: listOf('InfractionReport', infractionReport) })

export interface InfractionReportQuery {
  /** A query for one role costs a quarter of a query for both. */
  role?: 'reporter' | 'counterparty'
  status?: InfractionReportStatus[]
  /** Both ends are inclusive. */
  modified_after?: string
  modified_before?: string
  limit?: number
}

/**
 * Reports in which we take part, oldest change first. There is no cursor: the next page starts at the `last_modified`
 * of the last element, which is repeated, with any other of the same instant. A change may take seconds to be listed.
 */
export function listInfractionReports(dict: Dict, { role, limit = PAGE_LIMIT, ...filters }: InfractionReportQuery) {
  return readFromDict(dict, {
    policy: role ? 'INFRACTION_REPORTS_LIST_WITH_ROLE' : 'INFRACTION_REPORTS_LIST_WITHOUT_ROLE',
    path: '/infraction-reports/',
    query: {
      participant: dict.participant,
      is_reporter: role === 'reporter' ? true : undefined,
      is_counterparty: role === 'counterparty' ? true : undefined,
      ...withIndirect(dict),
      include_details: true,
      limit,
      ...filters,
    },
    answer: 'ListInfractionReportsResponse',
    read: page,
  })
}

export function getInfractionReport(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'INFRACTION_REPORTS_READ',
    path: `/infraction-reports/${encodeURIComponent(id)}`,
    answer: 'GetInfractionReportResponse',
    read: one,
    about: (value) => value.infraction_report.id === id,
  })
}

export interface NewInfractionReport {
  transaction_id: string
  reason: 'REFUND_REQUEST' | 'REFUND_CANCELLED'
  situation_type: SituationType
  /** Required by DICT when the situation is OTHER. */
  report_details?: string
  contact_information?: ContactInformation
}

/** Superseded by funds recoveries: BACEN marks it deprecated, and DICT may reject it with `DeprecatedResource`. */
export function createInfractionReport(dict: Dict, report: NewInfractionReport) {
  const { transaction_id, reason, situation_type, report_details, contact_information } = report
  const { email, phone } = contact_information ?? {}
  return writeToDict(dict, {
    policy: 'INFRACTION_REPORTS_WRITE',
    path: '/infraction-reports/',
    request: 'CreateInfractionReportRequest',
    content: {
      participant: dict.participant,
      infraction_report: {
        transaction_id,
        reason,
        situation_type,
        report_details,
        contact_information: contact_information && { email, phone },
      },
    },
    answer: 'CreateInfractionReportResponse',
    read: one,
    about: (value) => value.infraction_report.transaction_id === transaction_id,
  })
}

/** Confirms the receipt, without agreement. Idempotent while it is ACKNOWLEDGED. */
export function acknowledgeInfractionReport(dict: Dict, id: string) {
  return change(dict, id, 'Acknowledge', {})
}

export interface InfractionAnalysis {
  analysis_result: AnalysisResult
  /** Required by DICT when we agree: it creates a marker on the account holder. */
  fraud_type?: FraudType
  /** Required by DICT when the kind of fraud is OTHER. */
  analysis_details?: string
}

/** Closes the report with our analysis. It must be ACKNOWLEDGED. Idempotent with the same verdict. */
export function closeInfractionReport(dict: Dict, id: string, analysis: InfractionAnalysis) {
  const { fraud_type, analysis_result, analysis_details } = analysis
  return change(dict, id, 'Close', { fraud_type, analysis_result, analysis_details })
}

/** Cancels a report of ours that no funds recovery created; those are cancelled with their recovery. Idempotent. */
export function cancelInfractionReport(dict: Dict, id: string) {
  return change(dict, id, 'Cancel', {})
}

type Change = 'Acknowledge' | 'Close' | 'Cancel'

function change(dict: Dict, id: string, verb: Change, verdict: Record<string, string | undefined>) {
  return writeToDict(dict, {
    policy: 'INFRACTION_REPORTS_WRITE',
    path: `/infraction-reports/${encodeURIComponent(id)}/${verb.toLowerCase()}`,
    request: `${verb}InfractionReportRequest`,
    content: { infraction_report_id: id, participant: dict.participant, ...verdict },
    answer: `${verb}InfractionReportResponse`,
    read: one,
    about: (value) => value.infraction_report.id === id,
  })
}

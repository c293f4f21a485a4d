import { randomUUID } from 'node:crypto'
import { infractionReportMoves, next } from './machine.ts'
import { markReported, unmarkReported } from './markers.ts'
import { insist } from './problem.ts'
import type { DictReport, World } from './state.ts'

/** Infraction reports: the operations of DICT, by caller. */

export interface CreateReport {
  infraction_report: {
    transaction_id: string
    reason: string
    situation_type: string
    report_details?: string
    contact_information?: { email: string; phone: string }
  }
}

export function createReport(world: World, caller: string, { infraction_report: asked }: CreateReport): DictReport {
  insist(world.settings.reports_creatable, 'DeprecatedResource')
  const transaction = world.transactions.get(asked.transaction_id)
  insist(transaction, 'InfractionReportTransactionNotFound')
  insist(transaction.settled, 'InfractionReportTransactionNotSettled')
  const [reporter, counterparty] =
    asked.reason === 'REFUND_REQUEST'
      ? [transaction.debtor.participant, transaction.creditor.participant]
      : [transaction.creditor.participant, transaction.debtor.participant]
  insist(reporter === caller, 'Forbidden')
  insist(asked.reason !== 'REFUND_CANCELLED' || asked.situation_type === 'OTHER', 'InfractionReportInvalid')
  insist(asked.situation_type !== 'OTHER' || asked.report_details, 'InfractionReportInvalid', 'report_details')
  const ageMs = world.clock.now().getTime() - Date.parse(transaction.settlement_time)
  insist(ageMs <= world.settings.contest_period_ms, 'InfractionReportPeriodExpired')
  const same = world.reports
    .group(transaction.id)
    .filter(({ reason, status }) => reason === asked.reason && status !== 'CANCELLED')
  insist(!same.some(({ status }) => status === 'CLOSED'), 'InfractionReportAlreadyProcessedForTransaction')
  insist(same.length === 0, 'InfractionReportAlreadyBeingProcessedForTransaction')
  return openReport(world, { ...asked, reporter_participant: reporter, counterparty_participant: counterparty })
}

type NewReport = Omit<DictReport, 'id' | 'status' | 'creation_time' | 'last_modified'>

/** Also used when a recovery opens its own. */
export function openReport(world: World, report: NewReport, at = world.clock.now().toISOString()): DictReport {
  return world.reports.save({ ...report, id: randomUUID(), status: 'OPEN', creation_time: at, last_modified: at })
}

export function getReport(world: World, caller: string, id: string): DictReport {
  const report = world.reports.get(id)
  insist(report && isParty(report, caller), 'NotFound')
  return report
}

export interface OfReport {
  infraction_report_id: string
}

export function acknowledgeReport(world: World, caller: string, { infraction_report_id }: OfReport): DictReport {
  const report = getReport(world, caller, infraction_report_id)
  insist(report.counterparty_participant === caller, 'Forbidden')
  if (report.status === 'ACKNOWLEDGED') return report
  return changeReport(world, report, 'acknowledge', {})
}

export interface CloseReport extends OfReport {
  fraud_type?: string
  analysis_result: string
  analysis_details?: string
}

export function closeReport(world: World, caller: string, closing: CloseReport): DictReport {
  const { fraud_type, analysis_result, analysis_details } = closing
  const report = getReport(world, caller, closing.infraction_report_id)
  insist(report.counterparty_participant === caller, 'Forbidden')
  insist(analysis_result !== 'AGREED' || fraud_type, 'InfractionReportInvalid', 'fraud_type', 'is required')
  insist(fraud_type !== 'OTHER' || analysis_details, 'InfractionReportInvalid', 'analysis_details', 'is required')
  const verdict = { fraud_type, analysis_result, analysis_details }
  const given = Object.keys(verdict) as (keyof typeof verdict)[]
  if (report.status === 'CLOSED' && given.every((name) => report[name] === verdict[name])) return report
  // The state is checked before anyone is marked.
  const closed = changeReport(world, report, 'close', verdict)
  if (analysis_result !== 'AGREED') return closed
  return world.reports.save({ ...closed, fraud_marker_id: markReported(world, report, fraud_type!).id })
}

export function cancelReport(world: World, caller: string, { infraction_report_id }: OfReport): DictReport {
  const report = getReport(world, caller, infraction_report_id)
  insist(report.reporter_participant === caller, 'Forbidden')
  insist(!report.funds_recovery_id, 'InfractionReportOperationInvalid')
  if (report.status === 'CANCELLED') return report
  return changeReport(world, report, 'cancel', {})
}

export function changeReport(
  world: World,
  report: DictReport,
  action: keyof typeof infractionReportMoves,
  changes: Partial<DictReport>,
  at = world.clock.now().toISOString(),
): DictReport {
  const status = next(infractionReportMoves, action, report.status)
  insist(status, 'InfractionReportOperationInvalid')
  if (status === 'CANCELLED') unmarkReported(world, report)
  return world.reports.save({ ...report, ...changes, status, last_modified: at })
}

function isParty(report: DictReport, participant: string): boolean {
  return report.reporter_participant === participant || report.counterparty_participant === participant
}

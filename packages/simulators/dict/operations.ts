import { type Rate, rates } from './buckets.ts'
import { checkListed, type DictPage, listEvents, listRefunds, listReports } from './lists.ts'
import { cancelMarker, createMarker, getMarker, listMarkers } from './markers.ts'
import { ID, type Operation, read, write } from './operation.ts'
import { insist } from './problem.ts'
import * as recoveries from './recoveries.ts'
import * as refunds from './refunds.ts'
import * as reports from './reports.ts'
import { graphContent, markerContent, recoveryContent, refundContent, reportContent } from './responses.ts'
import type { XmlContent } from './xml.ts'

const ofReport = { rate: 'INFRACTION_REPORTS_WRITE', noun: 'InfractionReport', idName: 'infraction_report_id' } as const
const ofRefund = { rate: 'REFUNDS_WRITE', noun: 'Refund', idName: 'refund_id' } as const
const ofRecovery = { rate: 'FUNDS_RECOVERIES_WRITE', noun: 'FundsRecovery', idName: 'funds_recovery_id' } as const
const ofMarker = { rate: 'FRAUD_MARKERS_WRITE', noun: 'FraudMarker', idName: 'fraud_marker_id' } as const

const listed = <T>(
  { items, ...page }: DictPage<T>,
  list: string,
  item: string,
  content: (each: T) => XmlContent,
): XmlContent => ({
  ...page,
  [list]: { [item]: items.map(content) },
})

const report = (value: Parameters<typeof reportContent>[0]) => ({ infraction_report: reportContent(value) })
const refund = (value: Parameters<typeof refundContent>[0]) => ({ refund: refundContent(value) })
const recovery = (value: Parameters<typeof recoveryContent>[0]) => ({ funds_recovery: recoveryContent(value) })
const marker = (value: Parameters<typeof markerContent>[0]) => ({ fraud_marker: markerContent(value) })

/** Every operation of this DICT, by BACEN's names. */
export const operations = {
  listInfractionReports: read(
    '/infraction-reports/',
    (query) =>
      query.has('IsReporter') || query.has('IsCounterparty')
        ? 'INFRACTION_REPORTS_LIST_WITH_ROLE'
        : 'INFRACTION_REPORTS_LIST_WITHOUT_ROLE',
    'ListInfractionReportsResponse',
    ({ world, caller, query }) => {
      checkListed(caller, query)
      return listed(listReports(world, caller, query), 'infraction_reports', 'infraction_report', reportContent)
    },
  ),
  getInfractionReport: read(
    `/infraction-reports/${ID}`,
    'INFRACTION_REPORTS_READ',
    'GetInfractionReportResponse',
    ({ world, caller, id }) => report(reports.getReport(world, caller, id)),
  ),
  createInfractionReport: write(
    '/infraction-reports/',
    { rate: ofReport.rate, noun: ofReport.noun, verb: 'Create' },
    ({ world, caller, sent }) => report(reports.createReport(world, caller, sent)),
  ),
  acknowledgeInfractionReport: write(
    `/infraction-reports/${ID}/acknowledge`,
    { ...ofReport, verb: 'Acknowledge' },
    ({ world, caller, sent }) => report(reports.acknowledgeReport(world, caller, sent)),
  ),
  closeInfractionReport: write(
    `/infraction-reports/${ID}/close`,
    { ...ofReport, verb: 'Close' },
    ({ world, caller, sent }) => report(reports.closeReport(world, caller, sent)),
  ),
  cancelInfractionReport: write(
    `/infraction-reports/${ID}/cancel`,
    { ...ofReport, verb: 'Cancel' },
    ({ world, caller, sent }) => report(reports.cancelReport(world, caller, sent)),
  ),
  listRefunds: read('/refunds/', 'REFUND_LIST_WITH_ROLE', 'ListRefundsResponse', ({ world, caller, query }) => {
    checkListed(caller, query)
    return listed(listRefunds(world, caller, query), 'refunds', 'refund', refundContent)
  }),
  getRefund: read(`/refunds/${ID}`, 'REFUNDS_READ', 'GetRefundResponse', ({ world, caller, id }) =>
    refund(refunds.getRefund(world, caller, id)),
  ),
  createRefund: write(
    '/refunds/',
    { rate: ofRefund.rate, noun: ofRefund.noun, verb: 'Create' },
    ({ world, caller, sent }) => refund(refunds.createRefund(world, caller, sent)),
  ),
  closeRefund: write(`/refunds/${ID}/close`, { ...ofRefund, verb: 'Close' }, ({ world, caller, sent }) =>
    refund(refunds.closeRefund(world, caller, sent)),
  ),
  cancelRefund: write(`/refunds/${ID}/cancel`, { ...ofRefund, verb: 'Cancel' }, ({ world, caller, sent }) =>
    refund(refunds.cancelRefund(world, caller, sent)),
  ),
  createFundsRecovery: write(
    '/funds-recoveries/',
    { rate: ofRecovery.rate, noun: ofRecovery.noun, verb: 'Create' },
    ({ world, caller, sent }) => recovery(recoveries.createRecovery(world, caller, sent)),
  ),
  getFundsRecovery: read(
    `/funds-recoveries/${ID}`,
    'FUNDS_RECOVERIES_READ',
    'GetFundsRecoveryResponse',
    ({ world, caller, id }) => recovery(recoveries.getRecovery(world, caller, id)),
  ),
  updateFundsRecovery: write(
    `/funds-recoveries/${ID}`,
    { ...ofRecovery, verb: 'Update', method: 'PUT' },
    ({ world, caller, sent }) => recovery(recoveries.updateRecovery(world, caller, sent)),
  ),
  getTrackingGraph: read(
    `/funds-recoveries/${ID}/tracking-graph`,
    'FUNDS_RECOVERIES_READ',
    'GetTrackingGraphResponse',
    ({ world, caller, id }) => {
      const found = recoveries.getRecovery(world, caller, id)
      insist(found.graph.creation_time, 'NotFound')
      return { tracking_graph: graphContent(found) }
    },
  ),
  listFundsRecoveryInfractionReports: read(
    `/funds-recoveries/${ID}/infraction-reports`,
    'FUNDS_RECOVERIES_READ',
    'ListFundsRecoveryInfractionReportsResponse',
    ({ world, caller, id }) => {
      const { id: found } = recoveries.ownRecovery(world, caller, id)
      return { infraction_reports: { infraction_report: world.reports.group(found).map(reportContent) } }
    },
  ),
  listFundsRecoveryRefunds: read(
    `/funds-recoveries/${ID}/refunds`,
    'FUNDS_RECOVERIES_READ',
    'ListFundsRecoveryRefundsResponse',
    ({ world, caller, id }) => {
      const { id: found } = recoveries.ownRecovery(world, caller, id)
      return { refunds: { refund: world.refunds.group(found).map(refundContent) } }
    },
  ),
  refundFundsRecovery: write(
    `/funds-recoveries/${ID}/refund`,
    { ...ofRecovery, verb: 'Refund' },
    ({ world, caller, sent }) => recovery(recoveries.refundRecovery(world, caller, sent)),
  ),
  cancelFundsRecovery: write(
    `/funds-recoveries/${ID}/cancel`,
    { ...ofRecovery, verb: 'Cancel' },
    ({ world, caller, sent }) => recovery(recoveries.cancelRecovery(world, caller, sent)),
  ),
  listEventNotifications: read(
    '/event-notifications',
    'EVENT_LIST',
    'ListEventNotificationsResponse',
    ({ world, caller, query }) => {
      checkListed(caller, query)
      return listed(listEvents(world, caller, query), 'event_notifications', 'event_notification', (event) => ({
        ...event,
      }))
    },
  ),
  createFraudMarker: write(
    '/fraud-markers/',
    { rate: ofMarker.rate, noun: ofMarker.noun, verb: 'Create' },
    ({ world, caller, sent }) => marker(createMarker(world, caller, sent)),
  ),
  listFraudMarkers: read(
    '/fraud-markers/',
    'FRAUD_MARKERS_LIST',
    'ListFraudMarkersResponse',
    ({ world, caller, query }) => {
      const items = listMarkers(world, caller, query)
      return listed({ items, has_more_elements: false }, 'fraud_markers', 'fraud_marker', markerContent)
    },
  ),
  getFraudMarker: read(
    `/fraud-markers/${ID}`,
    'FRAUD_MARKERS_READ',
    'GetFraudMarkerResponse',
    ({ world, caller, id }) => marker(getMarker(world, caller, id)),
  ),
  cancelFraudMarker: write(`/fraud-markers/${ID}/cancel`, { ...ofMarker, verb: 'Cancel' }, ({ world, caller, sent }) =>
    marker(cancelMarker(world, caller, sent)),
  ),
  listPolicies: read('/policies/', 'POLICIES_LIST', 'ListPoliciesResponse', ({ buckets, caller }) => ({
    category: 'A',
    policies: {
      policy: (Object.keys(rates) as Rate[]).map((name) => ({
        available_tokens: buckets.available(caller, name),
        capacity: buckets.limitsOf(name)[1],
        refill_tokens: buckets.limitsOf(name)[0],
        refill_period_sec: 60,
        name,
      })),
    },
  })),
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

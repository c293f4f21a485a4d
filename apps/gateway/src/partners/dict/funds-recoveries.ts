import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import { type ContactInformation, contactInformation, type SituationType } from './enums.ts'
import { infractionReport } from './infraction-reports.ts'
import { refund } from './refunds.ts'
import { parametersContent, type TrackingGraphParameters, trackingGraph } from './tracking-graph.ts'
import { instant, listOf, optional, record, text } from './xml/shape.ts'

/**
 * Funds recovery (recuperação de valores, MED 2.0): DICT tracks a defrauded payer's money through accounts, has the
 * rest blocked, and organises the refunds. We create it, request the refunds once the analyses are complete, or cancel
 * it.
 */
export type FundsRecovery = ReturnType<typeof fundsRecovery>

const fundsRecovery = record({
  id: text,
  root_transaction_id: text,
  situation_type: text,
  report_details: optional(text),
  contact_information: optional(contactInformation),
  status: text,
  reporter_participant: text,
  creation_time: instant,
  last_modified: instant,
})

const one = record({ funds_recovery: fundsRecovery })
const created = record({ funds_recovery: fundsRecovery, tracking_graph: optional(trackingGraph) })
const graph = record({ tracking_graph: trackingGraph })
const reports = record({ infraction_reports: listOf('InfractionReport', infractionReport) })
const legs = record({ refunds: listOf('Refund', refund) })
const path = (id: string) => `/funds-recoveries/${encodeURIComponent(id)}`

export interface NewFundsRecovery {
  root_transaction_id: string
  situation_type: SituationType
  /** Required by DICT when the situation is OTHER. */
  report_details?: string
  contact_information: ContactInformation
  tracking_graph_parameters?: TrackingGraphParameters
}

/**
 * Creates a recovery for one of our payments. DICT allows one per payment, ever, so a repeat cannot create a second:
 * it is rejected with `FundsRecoveryForTransactionAlreadyExists`, and `findFundsRecovery` finds the existing one.
 */
export function createFundsRecovery(dict: Dict, recovery: NewFundsRecovery) {
  const { root_transaction_id, situation_type, report_details, contact_information } = recovery
  const { email, phone } = contact_information
  return writeToDict(dict, {
    policy: 'FUNDS_RECOVERIES_WRITE',
    path: '/funds-recoveries/',
    request: 'CreateFundsRecoveryRequest',
    content: {
      participant: dict.participant,
      funds_recovery: {
        root_transaction_id,
        situation_type,
        report_details,
        contact_information: { email, phone },
      },
      tracking_graph_parameters: parametersContent(recovery.tracking_graph_parameters),
    },
    answer: 'CreateFundsRecoveryResponse',
    read: created,
    about: (value) => value.funds_recovery.root_transaction_id === root_transaction_id,
  })
}

export function getFundsRecovery(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: path(id),
    answer: 'GetFundsRecoveryResponse',
    read: one,
    about: (value) => value.funds_recovery.id === id,
  })
}

export interface FundsRecoveryUpdate {
  situation_type?: SituationType
  report_details?: string
  contact_information?: ContactInformation
}

/** Corrects what we reported. Possible until the analyses are complete. Idempotent: it replaces values. */
export function updateFundsRecovery(dict: Dict, id: string, update: FundsRecoveryUpdate) {
  const { situation_type, report_details, contact_information: contact } = update
  return writeToDict(dict, {
    policy: 'FUNDS_RECOVERIES_WRITE',
    method: 'PUT',
    path: path(id),
    request: 'UpdateFundsRecoveryRequest',
    content: {
      funds_recovery_id: id,
      participant: dict.participant,
      situation_type,
      report_details,
      contact_information: contact && { email: contact.email, phone: contact.phone },
    },
    answer: 'UpdateFundsRecoveryResponse',
    read: one,
    about: (value) => value.funds_recovery.id === id,
  })
}

/** Returns `NotFound` until DICT has created the graph. */
export function getTrackingGraph(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: `${path(id)}/tracking-graph`,
    answer: 'GetTrackingGraphResponse',
    read: graph,
    about: (value) => value.tracking_graph.funds_recovery_id === id,
  })
}

/** The reports that DICT created along the path of the money. For the participant that created the recovery. */
export function listFundsRecoveryInfractionReports(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: `${path(id)}/infraction-reports`,
    answer: 'ListFundsRecoveryInfractionReportsResponse',
    read: reports,
    about: (value) => value.infraction_reports.every((report) => report.funds_recovery_id === id),
  })
}

/** The refunds, one for each participant that agreed. Their effective amounts add up to the recovered amount. */
export function listFundsRecoveryRefunds(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: `${path(id)}/refunds`,
    answer: 'ListFundsRecoveryRefundsResponse',
    read: legs,
    about: (value) => value.refunds.every((leg) => leg.funds_recovery_id === id),
  })
}

/**
 * Requests the refunds, once ANALYSED. Afterwards the recovery cannot be cancelled. A repeat is rejected with
 * `FundsRecoveryOperationInvalid`, as in any other wrong state, so the recovery has to be queried to distinguish the
 * two.
 */
export function refundFundsRecovery(dict: Dict, id: string) {
  return change(dict, id, 'Refund')
}

/**
 * Cancels the recovery with all its reports, whatever their state, and every open refund. A repeat is rejected like a
 * late cancellation, so the recovery has to be queried to distinguish the two.
 */
export function cancelFundsRecovery(dict: Dict, id: string) {
  return change(dict, id, 'Cancel')
}

function change(dict: Dict, id: string, verb: 'Refund' | 'Cancel') {
  return writeToDict(dict, {
    policy: 'FUNDS_RECOVERIES_WRITE',
    path: `${path(id)}/${verb.toLowerCase()}`,
    request: `${verb}FundsRecoveryRequest`,
    content: { participant: dict.participant, funds_recovery_id: id },
    answer: `${verb}FundsRecoveryResponse`,
    read: one,
    about: (value) => value.funds_recovery.id === id,
  })
}

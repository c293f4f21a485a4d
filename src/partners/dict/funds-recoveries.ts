import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import { infractionReport } from './infraction-reports.ts'
import { refund } from './refunds.ts'
import { parametersContent, type TrackingGraphParameters, trackingGraph } from './tracking-graph.ts'
import { type ContactInformation, contactInformation, type SituationType } from './values.ts'
import { instant, listOf, optional, record, text } from './xml/shape.ts'

/**
 * Following a defrauded payer's money through the accounts it passed, blocking what is left, and bringing it back
 * (recuperação de valores, MED 2.0). DICT leads; we start it, ask for the refunds once the analyses are in, or cancel.
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
 * Starts a recovery of a payment of ours. DICT allows one for each payment, ever, so that a repeat cannot make a second:
 * it is refused with `FundsRecoveryForTransactionAlreadyExists`, and `findFundsRecovery` finds the one there is.
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

/** Mends what we told. Possible until the analyses are in. Safe to repeat: it sets, it does not add. */
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

/** There is none before DICT has made it: `NotFound`. */
export function getTrackingGraph(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: `${path(id)}/tracking-graph`,
    answer: 'GetTrackingGraphResponse',
    read: graph,
    about: (value) => value.tracking_graph.funds_recovery_id === id,
  })
}

/** The reports DICT opened along the way of the money. For the bank that started the recovery. */
export function listFundsRecoveryInfractionReports(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FUNDS_RECOVERIES_READ',
    path: `${path(id)}/infraction-reports`,
    answer: 'ListFundsRecoveryInfractionReportsResponse',
    read: reports,
    about: (value) => value.infraction_reports.every((report) => report.funds_recovery_id === id),
  })
}

/** The legs of the way back, one for each bank that agreed. Their effective amounts add up to what was recovered. */
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
 * Asks for the money, once ANALYSED. From here the recovery can no longer be cancelled. A repeat is refused with
 * `FundsRecoveryOperationInvalid`, as is one in any other state: which it was is told by getting the recovery.
 */
export function refundFundsRecovery(dict: Dict, id: string) {
  return change(dict, id, 'Refund')
}

/**
 * Ends the recovery: every report of it is cancelled, whatever its state, and every refund still open. A repeat is
 * refused like one that came too late: which it was is told by getting the recovery.
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

import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import { type FraudType, PAGE_LIMIT } from './enums.ts'
import { flag, instant, listOf, optional, record, text } from './xml/shape.ts'

/** A fraud marker on a person, visible to every participant. Agreeing with a report creates one automatically. */
export type FraudMarker = ReturnType<typeof fraudMarker>

const fraudMarker = record({
  id: text,
  status: text,
  tax_id_number: text,
  fraud_type: text,
  /** The report whose agreement created it. */
  infraction_report: optional(record({ id: text })),
  creation_time: instant,
  last_modified: instant,
})

const one = record({ fraud_marker: fraudMarker })
const page = record({ has_more_elements: optional(flag), fraud_markers: listOf('FraudMarker', fraudMarker) })

export interface NewFraudMarker {
  /**
   * UUID version 4, stored before the first attempt. It makes a repeat idempotent; with other content it is rejected.
   */
  request_id: string
  tax_id_number: string
  fraud_type: FraudType
  key?: string
}

/**
 * Creates a fraud marker when the fraud did not settle, or settled outside the SPI, so that no report can be opened.
 */
export function createFraudMarker(dict: Dict, { request_id, tax_id_number, fraud_type, key }: NewFraudMarker) {
  return writeToDict(dict, {
    policy: 'FRAUD_MARKERS_WRITE',
    path: '/fraud-markers/',
    request: 'CreateFraudMarkerRequest',
    content: { participant: dict.participant, fraud_marker: { tax_id_number, fraud_type, key }, request_id },
    answer: 'CreateFraudMarkerResponse',
    read: one,
  })
}

export function getFraudMarker(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'FRAUD_MARKERS_READ',
    path: `/fraud-markers/${encodeURIComponent(id)}`,
    answer: 'GetFraudMarkerResponse',
    read: one,
    about: (value) => value.fraud_marker.id === id,
  })
}

/** Our markers on a person. BACEN puts the document in the URL, which only DICT receives, inside mutual TLS. */
export function listFraudMarkers(dict: Dict, { tax_id_number }: { tax_id_number: string }) {
  return readFromDict(dict, {
    policy: 'FRAUD_MARKERS_LIST',
    path: '/fraud-markers/',
    query: { participant: dict.participant, tax_id_number, limit: PAGE_LIMIT },
    answer: 'ListFraudMarkersResponse',
    read: page,
    about: (value) => value.fraud_markers.every((marker) => marker.tax_id_number === tax_id_number),
  })
}

/** Cancels a marker that we created, directly or by agreeing with a report. Idempotent. */
export function cancelFraudMarker(dict: Dict, id: string) {
  return writeToDict(dict, {
    policy: 'FRAUD_MARKERS_WRITE',
    path: `/fraud-markers/${encodeURIComponent(id)}/cancel`,
    request: 'CancelFraudMarkerRequest',
    content: { fraud_marker_id: id, participant: dict.participant },
    answer: 'CancelFraudMarkerResponse',
    read: one,
    about: (value) => value.fraud_marker.id === id,
  })
}

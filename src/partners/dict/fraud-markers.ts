import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import { type FraudType, PAGE_LIMIT } from './values.ts'
import { flag, instant, listOf, optional, record, text } from './xml/shape.ts'

/** A person marked for fraud, for every bank to count. Agreeing with a report makes one by itself. */
export type FraudMarker = ReturnType<typeof fraudMarker>

const fraudMarker = record({
  id: text,
  status: text,
  tax_id_number: text,
  fraud_type: text,
  /** The report whose agreement made it. */
  infraction_report: optional(record({ id: text })),
  creation_time: instant,
  last_modified: instant,
})

const one = record({ fraud_marker: fraudMarker })
const page = record({ has_more_elements: optional(flag), fraud_markers: listOf('FraudMarker', fraudMarker) })

export interface NewFraudMarker {
  /** UUID version 4, kept before the first attempt: the same one makes a repeat safe, with other content it is refused. */
  request_id: string
  tax_id_number: string
  fraud_type: FraudType
  key?: string
}

/** Marks a person when the fraud did not settle, or settled outside the SPI, so that no report can be opened. */
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

/** The marks we made of a person. The document goes in the address, as BACEN has it: inside mutual TLS, to DICT alone. */
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

/** Takes a mark back: ours, or one that our agreement with a report made. Safe to repeat. */
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

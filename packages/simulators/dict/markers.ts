import { randomUUID } from 'node:crypto'
import { insist } from './problem.ts'
import type { DictReport, Marker, World } from './state.ts'

export interface CreateMarker {
  fraud_marker: { tax_id_number: string; fraud_type: string; key?: string }
  request_id: string
}

/** The same RequestId with the same content is the same request. With other content it is an error. */
export function createMarker(world: World, caller: string, { fraud_marker, request_id }: CreateMarker): Marker {
  const asked = JSON.stringify(fraud_marker)
  const before = world.answered.get(`${caller} ${request_id}`)
  insist(!before || before.asked === asked, 'RequestIdAlreadyUsed')
  if (before) return world.markers.get(before.marker_id)!
  const at = world.clock.now().toISOString()
  const times = { creation_time: at, last_modified: at }
  const marker = { ...fraud_marker, id: randomUUID(), participant: caller, status: 'REGISTERED' as const, ...times }
  world.answered.set(`${caller} ${request_id}`, { asked, marker_id: marker.id })
  return world.markers.save(marker)
}

/** Agreeing with a report marks the recipient of the money. */
export function markReported(world: World, report: DictReport, fraud_type: string): Marker {
  const at = world.clock.now().toISOString()
  const { creditor } = world.transactions.get(report.transaction_id) ?? {}
  return world.markers.save({
    id: randomUUID(),
    participant: report.counterparty_participant,
    status: 'REGISTERED',
    tax_id_number: creditor?.tax_id_number ?? UNKNOWN_PERSON,
    fraud_type,
    infraction_report: { id: report.id, reporter_participant: report.reporter_participant },
    creation_time: at,
    last_modified: at,
  })
}

const UNKNOWN_PERSON = '11122233300'

/** Cancelling a report that was agreed with removes its marker too. */
export function unmarkReported(world: World, { fraud_marker_id }: DictReport): void {
  const marker = fraud_marker_id && world.markers.get(fraud_marker_id)
  if (marker) cancelMarker(world, marker.participant, { fraud_marker_id: marker.id })
}

export function listMarkers(world: World, caller: string, query: URLSearchParams): Marker[] {
  const [person, status] = [query.get('TaxIdNumber'), query.get('Status')]
  insist(/^\d{11,14}$/.test(person ?? ''), 'BadRequest', 'TaxIdNumber', 'is required')
  return world.markers
    .all()
    .filter((marker) => marker.participant === caller && marker.tax_id_number === person)
    .filter((marker) => status === null || marker.status === status)
}

export function getMarker(world: World, caller: string, id: string): Marker {
  const marker = world.markers.get(id)
  insist(marker?.participant === caller, 'NotFound')
  return marker
}

export function cancelMarker(world: World, caller: string, { fraud_marker_id }: { fraud_marker_id: string }): Marker {
  const marker = getMarker(world, caller, fraud_marker_id)
  if (marker.status === 'CANCELLED') return marker
  return world.markers.save({ ...marker, status: 'CANCELLED', last_modified: world.clock.now().toISOString() })
}

import { randomUUID } from 'node:crypto'
import { insist } from './problem.ts'
import type { Marker, World } from './world.ts'

export interface CreateMarker {
  fraud_marker: { tax_id_number: string; fraud_type: string; key?: string }
  request_id: string
}

/** The same RequestId with the same content is the same request; with other content it is a mistake. */
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

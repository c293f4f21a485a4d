import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { revealsLimited } from '../../../backoffice/faults.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { dictUnavailable, dictUnavailableFor } from '../../../partners/dict/dict-unavailable.ts'
import { type FraudMarker, listFraudMarkers } from '../../../partners/dict/fraud-markers.ts'
import { fraudMarkerRefused } from '../errors.ts'
import { findMarkers } from '../fraud-marker-store.ts'
import { connected, Document, FraudMarkerReply, type MarkerServices, refused, shownMarker } from './fraud-marker.ts'
import { ownerOfReport } from './owner.ts'

export const findFraudMarkers = deskRoute({
  name: 'findFraudMarkers',
  summary: 'The fraud markers of the institution on a person at DICT',
  method: 'POST',
  path: '/v1/fraud-markers/search',
  roles: ['analyst', 'approver'],
  reveals: 'search',
  body: Type.Object(
    { document: Document, reason: Reason },
    { additionalProperties: false, title: 'FraudMarkerSearch' },
  ),
  example: { document: '11144477735', reason: 'The person asks why a key was rejected.' },
  reply: { 200: Type.Object({ data: Type.Array(FraudMarkerReply) }) },
  errors: [dictUnavailable, fraudMarkerRefused, revealsLimited],

  async handle({ body: { document, reason }, look, act }, services: MarkerServices) {
    const dict = connected(services)
    await act({
      subject: { type: 'fraud_marker', id: 'search' },
      reason,
      work: async () => ({ answer: undefined, sealed: { document } }),
    })
    const listed = await listFraudMarkers(dict, { tax_id_number: document })
    if (listed.outcome === 'refused') throw refused(listed)
    if (listed.outcome !== 'done') throw dictUnavailableFor('retryAfterMs' in listed ? listed.retryAfterMs : 0)
    const { fraud_markers: markers } = listed.value
    const ids = markers.map(({ id }) => id)
    return look(async (tx) => {
      const byId = new Map((await findMarkers(tx, ids)).map((each) => [each.marker_id, each]))
      const shown = async (marker: FraudMarker) =>
        shownMarker(marker, byId.get(marker.id), await ownerOfReport(tx, marker))
      return { data: await Promise.all(markers.map(shown)) }
    })
  },
})

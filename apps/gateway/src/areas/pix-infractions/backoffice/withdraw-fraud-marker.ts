import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reveal } from '../../../backoffice/reason.ts'
import { Uuid } from '../../../http/schema.ts'
import { dictUnavailable } from '../../../partners/dict/dict-unavailable.ts'
import { cancelFraudMarker } from '../../../partners/dict/fraud-markers.ts'
import { fraudMarkerRefused, fraudMarkerUnheard } from '../errors.ts'
import { keepCancelled } from '../fraud-marker-store.ts'
import {
  connected,
  FraudMarkerReply,
  type MarkerServices,
  recordsOf,
  refused,
  shownMarker,
  unheard,
} from './fraud-marker.ts'
import { ownerOfReport } from './owner.ts'

/** Idempotent: DICT returns the same result, and the first user who cancelled it stays recorded. */
export const withdrawFraudMarker = deskRoute({
  name: 'withdrawFraudMarker',
  summary: 'Cancel a fraud marker of the institution, created by hand or by agreeing with a report',
  method: 'POST',
  path: '/v1/fraud-markers/:id/cancel',
  roles: ['analyst'],
  decision: 'fraud_marker_cancellation',
  params: Type.Object({ id: Uuid }),
  body: Reveal,
  example: { reason: 'The document was mistyped.' },
  reply: { 200: FraudMarkerReply },
  errors: [dictUnavailable, fraudMarkerUnheard, fraudMarkerRefused],

  async handle({ params: { id }, body: { reason }, person, look, act, settle }, services: MarkerServices) {
    const dict = connected(services)
    const subject = { type: 'fraud_marker', id }
    // Records the caller before DICT is called.
    await act({ subject, reason, work: async () => ({ answer: undefined, changes: { asked: 'CANCELLED' } }) })
    const cancelled = await cancelFraudMarker(dict, id)
    if (cancelled.outcome === 'unknown' || cancelled.outcome === 'not_done') throw unheard()
    if (cancelled.outcome === 'refused') throw refused(cancelled)
    const kept = await settle({
      subject,
      async work(tx) {
        const settled = await keepCancelled(tx, id, { by: signatureOf(person), reason })
        return { answer: settled, changes: { status: [null, settled.status] }, records: recordsOf(settled) }
      },
    })
    const { fraud_marker: marker } = cancelled.value
    return shownMarker(marker, kept, await look((tx) => ownerOfReport(tx, marker)))
  },
})

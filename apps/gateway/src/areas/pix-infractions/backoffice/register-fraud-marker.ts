import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { closedEnum, uuidV4Pattern } from '../../../http/schema.ts'
import { dictUnavailable } from '../../../partners/dict/dict-unavailable.ts'
import { createFraudMarker } from '../../../partners/dict/fraud-markers.ts'
import { fraudMarkerRefused, fraudMarkerRequestUsed, fraudMarkerUnheard } from '../errors.ts'
import { keepAsked, keepMade } from '../fraud-marker-store.ts'
import { fraudTypeNames, fraudTypes } from '../notification.ts'
import {
  connected,
  Document,
  FraudMarkerReply,
  type MarkerServices,
  recordsOf,
  refused,
  shownMarker,
  unheard,
} from './fraud-marker.ts'

/**
 * Registers a fraud marker where no report can be opened. The request is stored and audited before the DICT call, and
 * its result afterwards. A crash in between loses nothing, because a retry with the same `request_id` creates no
 * second marker.
 */
export const registerFraudMarker = deskRoute({
  name: 'registerFraudMarker',
  summary: 'Create a fraud marker on a person at DICT, when no infraction report is possible',
  method: 'POST',
  path: '/v1/fraud-markers',
  roles: ['analyst'],
  decision: 'fraud_marker',
  body: Type.Object(
    {
      document: Document,
      fraud_type: closedEnum(fraudTypeNames, 'The kind of fraud.'),
      reason: Reason,
      request_id: Type.Optional(
        Type.String({
          pattern: uuidV4Pattern,
          description: 'From a lost response: repeats that creation, and makes no second mark.',
        }),
      ),
    },
    { additionalProperties: false, title: 'NewFraudMarker' },
  ),
  example: { document: '11144477735', fraud_type: 'MULE_ACCOUNT', reason: 'The fraud never left our books.' },
  reply: { 201: FraudMarkerReply },
  errors: [dictUnavailable, fraudMarkerUnheard, fraudMarkerRefused, fraudMarkerRequestUsed],

  async handle({ body: sent, person, act, settle }, services: MarkerServices) {
    const dict = connected(services)
    // A proposal contains the id, so that the approved marker is the proposed one.
    const body = { ...sent, request_id: sent.request_id?.toLowerCase() ?? randomUUID() }
    const { document, reason, request_id } = body
    const fraud_type = fraudTypes[body.fraud_type]
    // One subject per person, so that a second proposal for the same person is rejected. The subject is a MAC, so that
    // it does not reveal the document.
    const id = services.deskKeys.newest.mac('fraud marker ', document).toString('hex')
    const subject = { type: 'fraud_marker', id }
    await act({
      subject,
      reason,
      body,
      async work(tx) {
        const asked = await keepAsked(tx, request_id, fraud_type, { by: signatureOf(person), reason })
        if (asked.fraud_type !== fraud_type) throw fraudMarkerRequestUsed()
        const changes = { status: [null, asked.status], fraud_type, marker_request_id: request_id }
        return { answer: asked, changes, sealed: { document }, records: recordsOf(asked) }
      },
    })
    const made = await createFraudMarker(dict, { request_id, tax_id_number: document, fraud_type })
    if (made.outcome === 'unknown' || made.outcome === 'not_done') throw unheard(request_id)
    const marker = made.outcome === 'done' ? made.value.fraud_marker : undefined
    const kept = await settle({
      subject,
      async work(tx) {
        const settled = await keepMade(tx, request_id, marker?.id)
        const changes = { status: ['ASKED', settled.status], marker_id: settled.marker_id }
        return { answer: settled, changes, records: recordsOf(settled) }
      },
    })
    if (made.outcome === 'refused') throw refused(made)
    return shownMarker(marker!, kept)
  },
})

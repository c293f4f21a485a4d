import Type from 'typebox'
import { kept } from '../../../backoffice/audit-log/audit-subjects.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import type { Dict } from '../../../partners/dict/dict.ts'
import { dictUnavailableFor } from '../../../partners/dict/dict-unavailable.ts'
import type { FraudMarker } from '../../../partners/dict/fraud-markers.ts'
import type { Refused } from '../../../partners/dict/outcome.ts'
import type { KeyRing } from '../../../platform/key-ring.ts'
import { fraudMarkerRefused, fraudMarkerUnheard } from '../errors.ts'
import type { KeptMarker } from '../fraud-marker-store.ts'
import { fraudTypes } from '../notification.ts'

/** DICT 2.12.1 accepts only digits, also for a CNPJ. */
export const Document = Type.String({
  pattern: '^(\\d{11}|\\d{14})$',
  description: 'CPF or CNPJ, without a mask; digits.',
})

/**
 * A fraud marker at DICT, with the backoffice users who created or cancelled it. The document is omitted, because the
 * caller supplied it.
 */
export const FraudMarkerReply = Type.Object(
  {
    id: Uuid,
    status: Type.String(),
    fraud_type: openEnum(Object.values(fraudTypes)),
    infraction_notification_id: Type.Optional({
      ...Uuid,
      description: 'The infraction report whose agreement created the marker.',
    }),
    infraction_user_id: Type.Optional({
      ...Uuid,
      description: 'The user of that report, if it belongs to a user of this gateway.',
    }),
    created_at: DateTime,
    updated_at: DateTime,
    made_by: Type.Optional(Type.String()),
    made_reason: Type.Optional(Type.String()),
    cancelled_by: Type.Optional(Type.String()),
    cancelled_reason: Type.Optional(Type.String()),
  },
  { title: 'FraudMarker' },
)

export function shownMarker(marker: FraudMarker, ours: KeptMarker | undefined, user_id: string | null = null) {
  return {
    id: marker.id,
    status: marker.status,
    fraud_type: marker.fraud_type,
    infraction_notification_id: marker.infraction_report?.id ?? null,
    infraction_user_id: user_id,
    created_at: marker.creation_time,
    updated_at: marker.last_modified,
    made_by: ours?.made_by ?? null,
    made_reason: ours?.made_reason ?? null,
    cancelled_by: ours?.cancelled_by ?? null,
    cancelled_reason: ours?.cancelled_reason ?? null,
  }
}

/** Dependencies of the fraud marker operations. */
export interface MarkerServices {
  dict: Dict | undefined
  deskKeys: KeyRing
}

/** Without a DICT connection a marker would never be created, so the request must not be accepted. */
export function connected({ dict }: MarkerServices): Dict {
  if (!dict) throw dictUnavailableFor(60_000)
  return dict
}

/** The audit log's key for our row about a marker. */
export const recordsOf = ({ id }: KeptMarker) => [kept.fraudMarker(id)]

export const unheard = (request_id?: string) =>
  fraudMarkerUnheard({ headers: { 'retry-after': '5' }, ...(request_id && { members: { request_id } }) })
export const refused = ({ type }: Refused) => fraudMarkerRefused({ members: { dict_type: type } })

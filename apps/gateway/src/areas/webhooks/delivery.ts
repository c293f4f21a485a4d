import Type from 'typebox'
import type { StoredRecord } from '../../http/repository.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELED'] as const

export const DeliveryPath = Type.Object({ delivery_id: Uuid })

const AttemptReply = Type.Object(
  {
    attempted_at: DateTime,
    duration_ms: Type.Integer({ minimum: 0 }),
    status_code: Type.Optional(
      Type.Integer({
        description: 'The response of the endpoint. Absent: there was no response, or its address is not public.',
      }),
    ),
    error: Type.Optional(
      openEnum([
        'TIMEOUT',
        'CONNECTION_REFUSED',
        'CONNECTION_FAILED',
        'NAME_NOT_FOUND',
        'ADDRESS_REFUSED',
        'CERTIFICATE_REFUSED',
        'SECRET_UNREADABLE',
        'NOT_HEARD',
      ]),
    ),
    response_excerpt: Type.Optional(
      Type.String({ description: 'The first bytes of the response, if the address of the endpoint is public.' }),
    ),
  },
  { title: 'DeliveryAttempt' },
)

export const DeliveryReply = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    endpoint_id: Uuid,
    event_id: Type.String({ format: 'uuid', description: 'Also the webhook-id of every attempt.' }),
    event_type: Type.String(),
    status: openEnum(deliveryStatuses),
    next_attempt_at: Type.Optional(Type.String({ format: 'date-time', description: 'While it is pending.' })),
    attempts: Type.Array(AttemptReply, { description: 'The latest twenty, oldest first.' }),
    delivered_at: Type.Optional(DateTime),
    created_at: Type.String({ format: 'date-time', description: 'When the event happened.' }),
    updated_at: DateTime,
  },
  { title: 'Delivery' },
)

/** Only the worker changes a delivery, so it needs no version. */
export type Delivery = Omit<StoredRecord<typeof DeliveryReply>, 'version'>

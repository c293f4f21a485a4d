import Type from 'typebox'
import { DateTime, Uuid } from '../../../http/schema.ts'

export const UserPath = Type.Object({ user_id: Uuid })
export const UserEndpointPath = Type.Object({ user_id: Uuid, endpoint_id: Uuid })
export const UserDeliveryPath = Type.Object({ user_id: Uuid, delivery_id: Uuid })

const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

export const networkMembers = {
  network: Type.String({
    pattern: '^[0-9A-Fa-f:.]+/\\d{1,3}$',
    maxLength: 50,
    description: 'Such as 10.20.0.0/16, or one address: 10.20.1.7/32.',
  }),
  first_port: Port,
  last_port: Port,
}

export const NetworkReply = Type.Object(
  { user_id: Uuid, ...networkMembers, created_at: DateTime },
  { title: 'WebhookNetwork' },
)

import Type from 'typebox'
import { eventMembers } from '../../events/event.ts'
import { Uuid } from '../../http/schema.ts'

export const EventPath = Type.Object({ event_id: Uuid })

export const EventReply = Type.Object(
  {
    ...eventMembers,
    type: Type.String({
      description: 'The type of the event. New types are added: ignore a type that you do not know.',
    }),
    data: Type.Object({}, { additionalProperties: true, description: 'Ids and states, by type: see webhooks.' }),
  },
  { title: 'Event' },
)

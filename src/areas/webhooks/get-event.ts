import { route } from '../../gate/route.ts'
import { eventNotFound } from './errors.ts'
import { EventPath, EventReply } from './event.ts'
import { findEvent } from './event-store.ts'

export const getEvent = route({
  name: 'getEvent',
  summary: 'Get an event',
  method: 'GET',
  path: '/v1/events/:event_id',
  params: EventPath,
  reply: { 200: EventReply },
  errors: [eventNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const event = await findEvent(tx, params.event_id)
      if (!event) throw eventNotFound()
      return event
    })
  },
})

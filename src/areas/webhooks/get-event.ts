import { found } from '../../base/errors/fault.ts'
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

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findEvent(tx, params.event_id), eventNotFound)),
})

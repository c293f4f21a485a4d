import Type from 'typebox'
import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { eventNotFound, ownersOnly, refuseOthers } from './errors.ts'
import { EventPath, EventReply } from './event.ts'
import { findEvent } from './event-store.ts'
import { eventScopeFilter } from './list-events.ts'
import { texts } from './texts.ts'

export const getEvent = route({
  name: 'getEvent',
  ...texts.getEvent,
  method: 'GET',
  path: '/v1/events/:event_id',
  params: EventPath,
  query: Type.Object(eventScopeFilter, { additionalProperties: false }),
  reply: { 200: EventReply },
  errors: [eventNotFound, ownersOnly],

  async handle({ params, query, scope, transaction }) {
    if (query.scope === 'PRODUCT') refuseOthers(scope)
    return transaction(async (tx) => found(await findEvent(tx, params.event_id, query.scope), eventNotFound))
  },
})

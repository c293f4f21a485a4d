import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum, moment, Uuid } from '../../http/schema.ts'
import { ownersOnly, refuseOthers } from './errors.ts'
import { EventReply } from './event.ts'
import { eventScopes, listEventsOf } from './event-store.ts'
import { texts } from './texts.ts'

export const createdFilters = {
  created_from: Type.Optional(moment('At or after.')),
  created_to: Type.Optional(moment('Before.')),
}

export const eventScopeFilter = {
  scope: Type.Optional(
    closedEnum(
      eventScopes,
      'USER, or absent: events of the user. PRODUCT: events of all target users of the product, for its owner.',
    ),
  ),
}

/** For clients that prefer polling to webhooks, and for the past. */
export const listEvents = route({
  name: 'listEvents',
  ...texts.listEvents,
  method: 'GET',
  path: '/v1/events',
  query: PageQuery(['created_at'], {
    type: Type.Optional(Type.String({ maxLength: 100, description: 'Only this type.' })),
    object_id: Type.Optional(Uuid),
    ...eventScopeFilter,
    ...createdFilters,
  }),
  reply: { 200: PageReply(EventReply) },
  errors: [ownersOnly],

  handle({ query, scope, list }) {
    if (query.scope === 'PRODUCT') refuseOthers(scope)
    return list((tx, page) => listEventsOf(tx, query, page))
  },
})

import Type from 'typebox'
import { PageReply, paging } from '../../http/page.ts'
import { closedEnum, Uuid } from '../../http/schema.ts'
import { deskRoute } from '../backoffice-route.ts'
import { caseNotFound } from '../cases/errors.ts'
import { mayReveal, viewerRoles } from '../role.ts'
import { TimelineEntry } from './entry.ts'
import { storyNames, type TimelineSource } from './timeline-source.ts'
import { hasRevealed, readTimeline } from './timeline-store.ts'

export interface TimelineServices {
  stories: TimelineSource[]
}

export const listTimeline = deskRoute({
  name: 'listTimeline',
  summary: 'The timeline of a case, with the actors, newest first',
  description:
    'Notes, events, and the actions of backoffice users: decided, requested, approved, declined, withdrew, ' +
    'assigned, revealed and why. Each entry appears once.',
  method: 'GET',
  path: '/v1/timelines/:kind/:id',
  roles: [...viewerRoles, 'operator'],
  params: Type.Object({ kind: closedEnum(storyNames, 'The kind of record.'), id: Uuid }),
  query: Type.Object(
    {
      ...paging(['at'], ['desc']),
      user_id: Type.Optional({ ...Uuid, description: 'The user_id of the case; absent if the case has none.' }),
      revealed: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Unmasked texts: only for a person who has revealed the case within the last hour.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: { 200: PageReply(TimelineEntry) },
  errors: [caseNotFound],

  handle({ params, query, person, now, list }, { stories }: TimelineServices) {
    const story = stories.find(({ name }) => name === params.kind)!
    const hero = { id: params.id.toLowerCase(), user_id: query.user_id?.toLowerCase() ?? null }
    return list(async (tx, page) => {
      const mayLook = story.roles.some((role) => person.roles.includes(role))
      const [there] = mayLook ? await tx.query(story.there(hero)) : []
      if (!there) throw caseNotFound()
      const revealed =
        Boolean(query.revealed) && mayReveal(person) && (await hasRevealed(tx, story, hero, person.id, now))
      return readTimeline(tx, story, hero, page, revealed)
    })
  },
})

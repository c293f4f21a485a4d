import Type, { type Static } from 'typebox'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'

/** An entry in the timeline of a case, with the actor. */
export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'Unique within the case.' }),
    at: DateTime,
    told_by: openEnum(['activity', 'event', 'journal']),
    what: Type.String({ description: 'The backoffice operation, the event, or the note.' }),
    actor: Type.Optional(Type.String({ description: 'The actor: a backoffice user, or a part of the gateway.' })),
    actor_id: Type.Optional(Type.String({ description: 'The name of the backoffice user at the identity provider.' })),
    role: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.String({ description: 'The text that the actor wrote; addresses and numbers are masked.' }),
    ),
    status: Type.Optional(Type.String()),
    about_id: Type.Optional({ ...Uuid, description: 'The account or the client, if the timeline has both.' }),
    step_id: Type.Optional(Uuid),
    legal_representative_id: Type.Optional(Uuid),
    proposal_id: Type.Optional({
      ...Uuid,
      description: 'The approval request that was made, approved, declined or withdrawn.',
    }),
    details: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'States and ids.' })),
    request_id: Type.String(),
  },
  { title: 'TimelineEntry' },
)
type TimelineRow = Static<typeof TimelineEntry>

/** An entry as it is read: missing values are null. */
export type TimelineEntry = {
  [Name in keyof TimelineRow]-?: undefined extends TimelineRow[Name]
    ? Exclude<TimelineRow[Name], undefined> | null
    : TimelineRow[Name]
}

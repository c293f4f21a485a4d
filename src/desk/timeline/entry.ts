import Type, { type Static } from 'typebox'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'

/** An entry in the timeline of a case, with the actor. */
export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'Unlike those of all others of the case.' }),
    at: DateTime,
    told_by: openEnum(['activity', 'event', 'journal']),
    what: Type.String({ description: 'The operation of the desk, the event, or what was noted.' }),
    actor: Type.Optional(Type.String({ description: 'Who: a person of the desk, or a part of the gateway.' })),
    actor_id: Type.Optional(Type.String({ description: 'A person of the desk, as the issuer knows them.' })),
    role: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.String({ description: 'In the words of who did it; what looks like an address or a number is masked.' }),
    ),
    status: Type.Optional(Type.String()),
    about_id: Type.Optional({ ...Uuid, description: 'The account or the client, where the story is of both.' }),
    step_id: Type.Optional(Uuid),
    legal_representative_id: Type.Optional(Uuid),
    proposal_id: Type.Optional({ ...Uuid, description: 'What was proposed, agreed to, declined or withdrawn.' }),
    details: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'States and ids.' })),
    request_id: Type.String(),
  },
  { title: 'TimelineEntry' },
)
type Told = Static<typeof TimelineEntry>

/** An entry as it is read: missing values are null. */
export type TimelineEntry = {
  [Name in keyof Told]-?: undefined extends Told[Name] ? Exclude<Told[Name], undefined> | null : Told[Name]
}

import Type, { type Static } from 'typebox'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'

export const EntryPath = Type.Object({
  sequence: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'The number of the entry.' }),
})

const Hash = Type.String({ pattern: '^([0-9a-f]{64})?$', description: 'SHA-256, in hex.' })

/** An entry as an auditor reads it. Personal data in it stays encrypted until the auditor reveals it for a reason. */
export const JournalEntry = Type.Object(
  {
    sequence: Type.Integer({ description: 'Its number: the audit log has every number once.' }),
    created_at: DateTime,
    actor_id: Type.String({
      description: 'The id of the person or machine that did it: the value of DESK_PERSON_CLAIM.',
    }),
    actor_name: Type.String(),
    actor_kind: openEnum(['person', 'machine', 'bootstrap', 'gateway']),
    role: Type.String({ description: 'In which role.' }),
    credential_id: Type.Optional(Type.String({ description: 'The session or the token they came with.' })),
    network: Type.Optional(Type.String({ description: 'The address they came from.' })),
    operation: Type.String(),
    reason: Type.Optional(Type.String()),
    user_id: Type.Optional(Uuid),
    subject_type: Type.String(),
    subject_id: Type.String(),
    proposal_id: Type.Optional(Uuid),
    request_id: Type.String(),
    changes: Type.Record(Type.String(), Type.Unknown(), { description: 'States and ids, before and after.' }),
    has_sealed: Type.Boolean({ description: 'Whether there is more, which can be revealed.' }),
    previous_hash: Hash,
    hash: Hash,
  },
  { title: 'JournalEntry' },
)
export type JournalEntry = Static<typeof JournalEntry>

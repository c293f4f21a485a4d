import Type from 'typebox'
import { line } from '../http/schema.ts'

export const Reason = line(500, 'The reason. The audit log records it with your name.')

/** Optimistic locking: the version the decision is based on. A changed record rejects it. */
export const Seen = Type.Integer({ minimum: 0, description: 'The version that you read, from the case.' })

/** The colleague from whom a case is taken, or whose case is decided. */
export const TakenFrom = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'The id of the assignee, from `assigned_to`. Without it, or if the case is now assigned to another colleague, CASE_TAKEN.',
  }),
)

/** The reason for revealing masked data. */
export const Reveal = Type.Object({ reason: Reason }, { additionalProperties: false, title: 'Reveal' })

/** The body of an operation that needs only a reason. */
export const Reasoned = Type.Object({ reason: Reason }, { additionalProperties: false, title: 'Reasoned' })

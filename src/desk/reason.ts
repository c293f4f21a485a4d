import Type from 'typebox'
import { line } from '../gate/schema.ts'

export const Reason = line(500, 'Why. It stands in the journal beside your name.')

/** Optimistic locking: the version the decision is based on. A changed record rejects it. */
export const Seen = Type.Integer({ minimum: 0, description: 'The version you looked at, from the case.' })

/** The colleague from whom a case is taken, or whose case is decided. */
export const TakenFrom = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'The id of the colleague who has the case in hand, as `assigned_to` has it. Without it, or when another colleague has it by now, CASE_TAKEN.',
  }),
)

/** The reason for revealing masked data. */
export const Reveal = Type.Object({ reason: Reason }, { additionalProperties: false, title: 'Reveal' })

/** The body of an operation that needs only a reason. */
export const Reasoned = Type.Object({ reason: Reason }, { additionalProperties: false, title: 'Reasoned' })

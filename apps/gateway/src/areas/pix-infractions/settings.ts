import Type from 'typebox'
import { neededWith } from '../../platform/config/kinds.ts'

const oneOf = <const Values extends string[]>(values: Values, options: object) =>
  Type.Unsafe<Values[number]>(Type.String({ pattern: `^(${values.join('|')})$`, ...options }))

export const infractionSettings = {
  INFRACTION_DECIDED_BY: oneOf(['analyst', 'client'], {
    default: 'analyst',
    description: "how an infraction notification is decided: by an analyst, or by the client's answer",
  }),
  INFRACTION_DEFAULT_VERDICT: Type.Optional(
    oneOf(['AGREED', 'DISAGREED'], {
      description: 'the verdict sent to DICT, AGREED or DISAGREED, when no decision was made in time',
      ...neededWith('DICT_URL'),
    }),
  ),
  INFRACTION_DEFAULT_HOURS: Type.Optional(
    Type.Integer({
      // More than a day, so that a worker that was down for a day still decides in time.
      minimum: 25,
      maximum: 144,
      description: 'how long before the deadline of seven days that verdict is sent, in hours',
      ...neededWith('DICT_URL'),
    }),
  ),
  INFRACTION_REMINDER_DAYS: Type.Integer({
    minimum: 0,
    maximum: 6,
    default: 2,
    description: 'how long before the deadline the client is reminded',
  }),
}

import Type from 'typebox'

export const infractionSettings = {
  INFRACTION_DEFAULT_VERDICT: Type.Union([Type.Literal('none'), Type.Literal('AGREED'), Type.Literal('DISAGREED')], {
    default: 'none',
    description: 'what DICT is told when a client does not answer an infraction notification',
  }),
  INFRACTION_DEFAULT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 144,
    default: 24,
    description: 'how long before the deadline that verdict is given',
  }),
  INFRACTION_REMINDER_DAYS: Type.Integer({
    minimum: 0,
    maximum: 6,
    default: 2,
    description: 'how long before the deadline the client is reminded',
  }),
}

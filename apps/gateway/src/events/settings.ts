import Type from 'typebox'

export const eventSettings = {
  EVENT_RETENTION_MONTHS: Type.Integer({
    minimum: 1,
    default: 13,
    description: 'how many whole months of events and deliveries are kept',
  }),
}

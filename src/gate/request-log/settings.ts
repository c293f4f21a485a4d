import Type from 'typebox'

export const requestLogSettings = {
  REQUEST_LOG_DAYS: Type.Integer({
    minimum: 0,
    maximum: 90,
    default: 7,
    description: 'how many whole days callers can look back on their requests; 0 keeps none',
  }),
}

import Type from 'typebox'

export const requestLogSettings = {
  REQUEST_LOG_DAYS: Type.Integer({
    minimum: 0,
    maximum: 90,
    default: 7,
    description: 'retention of the request log in whole days; 0 stores no requests',
  }),
}

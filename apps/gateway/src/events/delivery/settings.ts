import Type from 'typebox'

export const deliverySettings = {
  WEBHOOK_RETRY_DELAYS_SECONDS: Type.String({
    default: '5,300,1800,7200,18000,36000,50400,64800,75600',
    pattern: '^\\d+(\\.\\d+)?(,\\d+(\\.\\d+)?)*$',
    description: 'waits between the attempts of a delivery: one attempt more than waits, about three days in all',
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: Type.Integer({
    minimum: 1,
    default: 72,
    description: 'an endpoint whose deliveries have failed for this long is disabled',
  }),
  WEBHOOK_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 10,
    description: 'response timeout of an endpoint',
  }),
}

import Type from 'typebox'
import { networks } from '../../base/config/kinds.ts'

/** Read where an endpoint is made and where it is sent to. */
export const egressSettings = {
  WEBHOOK_ALLOWED_NETWORKS: networks(
    'networks that are not public and may be sent webhooks all the same, such as 127.0.0.0/8,::1/128',
  ),
}

export const deliverySettings = {
  WEBHOOK_RETRY_DELAYS_SECONDS: Type.String({
    default: '5,300,1800,7200,18000,36000,50400,64800,75600',
    pattern: '^\\d+(\\.\\d+)?(,\\d+(\\.\\d+)?)*$',
    description: 'waits between the attempts of a delivery: one attempt more than waits, about three days in all',
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: Type.Integer({
    minimum: 1,
    default: 72,
    description: 'an endpoint that has heard nothing for so long is disabled',
  }),
  WEBHOOK_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 10,
    description: 'how long an endpoint may take to answer',
  }),
}

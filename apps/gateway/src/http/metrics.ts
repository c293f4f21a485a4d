import { counter, gauge, histogram } from '../platform/observability/metric.ts'

/** Rate, errors and duration (RED) of every operation, for all servers. */
export const requestDuration = histogram('eclusa_request_duration_seconds', {
  unit: 'seconds',
  labels: ['door', 'operation', 'status', 'credential'],
  help: 'requests by server (api, desk, operator), operation, status and kind of credential; operation none is an unknown address or an early rejection; event streams of the backoffice are not counted',
  by: ['api', 'desk', 'worker'],
})

export const credentialRefusals = counter('eclusa_credential_refusals_total', {
  labels: ['door', 'reason'],
  help: 'requests rejected for their credential, by the reason that is in the log and not in the response',
  by: ['api', 'desk'],
})

export const overloadRefusals = counter('eclusa_overload_refusals_total', {
  help: 'requests of known callers rejected at once, because the queue for database connections was too long',
  by: ['api'],
})

export const strangersWaiting = gauge('eclusa_strangers_waiting', {
  labels: ['lane'],
  help: 'unknown credentials waiting for verification, by kind; at 200 of a kind further ones get 503',
  by: ['api', 'desk'],
})

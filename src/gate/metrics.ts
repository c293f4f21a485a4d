import { counter, gauge, histogram } from '../base/observability/metric.ts'

/** Rate, errors and duration of every operation, whichever of the doors it is behind. */
export const requestDuration = histogram('eclusa_request_duration_seconds', {
  unit: 'seconds',
  labels: ['door', 'operation', 'status', 'credential'],
  help: 'requests by door (api, desk, operator), operation, status and kind of credential; operation none is what led nowhere or was refused at once, and streams of the desk are not among them',
  by: ['api', 'desk', 'worker'],
})

export const credentialRefusals = counter('eclusa_credential_refusals_total', {
  labels: ['door', 'reason'],
  help: 'requests refused for their credential, by the reason that the log has and the answer has not',
  by: ['api', 'desk'],
})

export const overloadRefusals = counter('eclusa_overload_refusals_total', {
  help: 'requests of known callers that were told at once to come back, because the line for database connections was too long',
  by: ['api'],
})

export const strangersWaiting = gauge('eclusa_strangers_waiting', {
  labels: ['lane'],
  help: 'credentials nobody knows that wait to be looked at, by kind; at 200 of a kind the next is told to come back',
  by: ['api', 'desk'],
})

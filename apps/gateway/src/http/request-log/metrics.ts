import { counter } from '../../platform/observability/metric.ts'

export const requestLogDropped = counter('eclusa_request_log_dropped_total', {
  help: 'entries of the request log that did not fit or could not be written',
  by: ['api'],
})

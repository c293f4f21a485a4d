import { gauge } from '../observability/metric.ts'

export const checkState = gauge('eclusa_check_state', {
  labels: ['check'],
  help: 'what /readyz finds, check by check: 0 ready, 1 degraded, 2 not ready',
  by: ['api', 'desk', 'worker'],
})

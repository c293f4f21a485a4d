import { gauge } from '../observability/metric.ts'

export const checkState = gauge('eclusa_check_state', {
  labels: ['check'],
  help: 'result of each check of /readyz: 0 ready, 1 degraded, 2 not ready',
  by: ['api', 'desk', 'worker'],
})

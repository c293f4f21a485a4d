import { histogram } from '../observability/metric.ts'

export const objectStoreDuration = histogram('eclusa_object_store_duration_seconds', {
  unit: 'seconds',
  labels: ['call', 'outcome'],
  help: 'calls to the object store, by result: done, store unavailable, or another failure',
  by: ['api', 'desk', 'worker'],
})

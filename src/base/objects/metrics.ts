import { histogram } from '../observability/metric.ts'

export const objectStoreDuration = histogram('eclusa_object_store_duration_seconds', {
  unit: 'seconds',
  labels: ['call', 'outcome'],
  help: 'calls to the object store, by whether they were done, the store was unavailable, or something else went wrong',
  by: ['api', 'desk', 'worker'],
})

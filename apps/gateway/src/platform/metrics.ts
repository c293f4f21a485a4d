import { gauge } from './observability/metric.ts'

export const sealedLeft = gauge('eclusa_sealed_left', {
  labels: ['purpose', 'column'],
  help: 'rows encrypted with a key other than the newest; counted up to 100000 for each key',
  by: ['worker'],
})

import { gauge } from '../../platform/observability/metric.ts'

export const apiKeys = gauge('eclusa_api_keys', {
  labels: ['pepper'],
  help: 'active API keys by the name of the pepper they are hashed under; unknown for those not used since it has one',
  by: ['worker'],
})

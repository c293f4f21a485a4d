import { histogram } from '../base/observability/metric.ts'

export const partnerCallDuration = histogram('eclusa_partner_call_duration_seconds', {
  unit: 'seconds',
  labels: ['partner', 'outcome'],
  help: 'calls to the billet registry and to who judges onboarding steps, by done or the reason of the failure; CIRCUIT_OPEN was not asked at all',
  by: ['api', 'worker'],
})

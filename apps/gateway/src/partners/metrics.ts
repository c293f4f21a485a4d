import { histogram } from '../platform/observability/metric.ts'

export const partnerCallDuration = histogram('eclusa_partner_call_duration_seconds', {
  unit: 'seconds',
  labels: ['partner', 'outcome'],
  help: 'calls to the billet registry and to the onboarding partner, by done or the reason of the failure; CIRCUIT_OPEN was not sent',
  by: ['api', 'worker'],
})

import { counter, gauge, histogram } from '../../platform/observability/metric.ts'

export const webhookAttemptDuration = histogram('eclusa_webhook_attempt_duration_seconds', {
  unit: 'seconds',
  labels: ['outcome'],
  help: 'attempts to deliver a webhook, by result',
  by: ['worker'],
})

export const webhookSecretUnreadable = counter('eclusa_webhook_secret_unreadable_total', {
  help: 'attempts that were not made because no configured key decrypts the secret of the endpoint',
  by: ['worker'],
})

export const webhooksWaiting = gauge('eclusa_webhooks_waiting', {
  labels: ['endpoint'],
  help: 'due deliveries that no worker holds, for endpoints that are healthy or failing; counted up to 100 for each endpoint',
  by: ['worker'],
})

export const webhooksOldestAge = gauge('eclusa_webhooks_oldest_age_seconds', {
  unit: 'seconds',
  labels: ['endpoint'],
  help: 'how long the oldest of those deliveries has been due; 0 when none waits',
  by: ['worker'],
})

export const webhooksHeld = gauge('eclusa_webhooks_held', {
  help: 'deliveries that this worker holds, 4096 at most',
  by: ['worker'],
})

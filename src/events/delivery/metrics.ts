import { counter, gauge, histogram } from '../../base/observability/metric.ts'

export const webhookAttemptDuration = histogram('eclusa_webhook_attempt_duration_seconds', {
  unit: 'seconds',
  labels: ['outcome'],
  help: 'attempts to deliver a webhook, by what became of the delivery',
  by: ['worker'],
})

export const webhookSecretUnreadable = counter('eclusa_webhook_secret_unreadable_total', {
  help: 'attempts that were not made because the secret of the endpoint does not open under any key that is set',
  by: ['worker'],
})

export const webhooksWaiting = gauge('eclusa_webhooks_waiting', {
  labels: ['endpoint'],
  help: 'deliveries whose time has come and that no worker has in hand, for endpoints that are healthy or failing; counted up to 100 for each endpoint',
  by: ['worker'],
})

export const webhooksOldestAge = gauge('eclusa_webhooks_oldest_age_seconds', {
  unit: 'seconds',
  labels: ['endpoint'],
  help: 'how long ago the time came of the oldest of those deliveries; 0 when none waits',
  by: ['worker'],
})

export const webhooksHeld = gauge('eclusa_webhooks_held', {
  help: 'deliveries this worker has in hand; it takes no more than 4096',
  by: ['worker'],
})

import {
  webhookAttemptDuration,
  webhookSecretUnreadable,
  webhooksOldestAge,
} from '@eclusa/gateway/src/events/delivery/metrics.ts'
import { replaySlotBytes } from '@eclusa/gateway/src/http/replay/metrics.ts'
import { deadlines, partitionsAhead } from '@eclusa/gateway/src/platform/db/metrics.ts'
import { jobDuration, jobsOldestAge, jobsWaiting } from '@eclusa/gateway/src/platform/jobs/metrics.ts'
import { named } from './alert.ts'
import { countOf, of } from './series.ts'

const missed = { kind: 'refund', state: 'missed' }
const near = { kind: 'refund', state: 'near' }
const verifying = { job_name: 'verify-client' }
const failed = countOf(jobDuration, { ...verifying, outcome: 'failed' })
const done = countOf(jobDuration, { ...verifying, outcome: 'done' })
const healthy = of(webhooksOldestAge, { endpoint: 'healthy' })

/**
 * One of each measurement: those taken together go missing together. Without labels, so that there is one alert for all of
 * them.
 */
const readings = [jobsWaiting, deadlines, webhooksOldestAge, partitionsAhead, replaySlotBytes].map(({ name }) => name)
const takenOf = (names: string[]) => ({ given: Object.fromEntries(names.map((name) => [name, '0x30'])), at: '10m' })

const attempts = (outcome?: string) => countOf(webhookAttemptDuration, outcome === undefined ? {} : { outcome })
const attempted = (outcome?: string) => `sum(increase(${attempts(outcome)}[10m]))`

/** Deadlines, jobs and webhooks. Measurements come from the worker that took them last: the maximum counts. */
export const workAlerts = named([
  {
    name: 'EclusaDeadlineMissed',
    severity: 'page',
    expr: `max by (kind) (${of(deadlines, { state: 'missed' })}) > 0`,
    for: '2m',
    summary: 'a deadline of kind {{ $labels.kind }} was missed',
    fires: { given: { [of(deadlines, missed)]: '1x20' }, at: '10m', labels: { kind: 'refund' } },
    quiet: { given: { [of(deadlines, missed)]: '0x20', [of(deadlines, near)]: '9x20' }, at: '10m' },
  },
  {
    name: 'EclusaDeadlineNear',
    severity: 'ticket',
    expr: `max by (kind) (${of(deadlines, { state: 'near' })}) > 0`,
    for: '10m',
    summary: 'a deadline of kind {{ $labels.kind }} is near',
    fires: { given: { [of(deadlines, near)]: '1x30' }, at: '20m', labels: { kind: 'refund' } },
    quiet: { given: { [of(deadlines, near)]: '0x30' }, at: '20m' },
  },
  {
    name: 'EclusaNotMeasured',
    severity: 'page',
    expr: readings.map((name) => `absent(${name})`).join(' or '),
    for: '5m',
    summary: 'readings are not taken: jobs, webhooks or deadlines may be standing still and nobody would see it',
    fires: readings.map((missing) => takenOf(readings.filter((name) => name !== missing))),
    quiet: takenOf(readings),
  },
  {
    name: 'EclusaQueueStuck',
    severity: 'page',
    expr: `max by (job_name) (${of(jobsOldestAge)}) > 600`,
    for: '5m',
    summary: 'jobs of {{ $labels.job_name }} have waited for more than ten minutes',
    fires: { given: { [of(jobsOldestAge, verifying)]: '601x30' }, at: '10m', labels: verifying },
    quiet: { given: { [of(jobsOldestAge, verifying)]: '600x30' }, at: '10m' },
  },
  {
    name: 'EclusaQueueLong',
    severity: 'ticket',
    expr: `max by (job_name) (${of(jobsWaiting)}) >= 1000`,
    for: '15m',
    summary: 'a thousand jobs or more of {{ $labels.job_name }} wait',
    fires: { given: { [of(jobsWaiting, verifying)]: '1000x30' }, at: '20m', labels: verifying },
    quiet: { given: { [of(jobsWaiting, verifying)]: '999x30' }, at: '20m' },
  },
  {
    name: 'EclusaJobFails',
    severity: 'ticket',
    expr: `sum by (job_name) (increase(${countOf(jobDuration, { outcome: 'failed' })}[30m])) / sum by (job_name) (increase(${countOf(jobDuration)}[30m])) > 0.5`,
    for: '15m',
    summary: 'more than half of the runs of {{ $labels.job_name }} fail',
    fires: { given: { [failed]: '0+6x90', [done]: '0+5x90' }, at: '80m', labels: verifying },
    quiet: { given: { [failed]: '0+5x90', [done]: '0+5x90' }, at: '80m' },
  },
  {
    name: 'EclusaWebhooksLate',
    severity: 'page',
    expr: `max(${of(webhooksOldestAge, { endpoint: 'healthy' })}) > 300`,
    for: '5m',
    summary: 'webhooks to endpoints that answer have waited for more than five minutes',
    fires: { given: { [healthy]: '301x30' }, at: '10m' },
    quiet: { given: { [healthy]: '300x30', [of(webhooksOldestAge, { endpoint: 'failing' })]: '9000x30' }, at: '10m' },
  },
  {
    // Attempts have no endpoint label, but the rate of attempts to a dead endpoint is known: after its tenth failure every
    // five minutes, once by each worker. Earlier attempts have left the fifteen-minute window, and more than thirty attempts
    // need more than one or two dead endpoints. While other endpoints work, at least a twentieth of the attempts succeeds.
    name: 'EclusaWebhooksUnheard',
    severity: 'page',
    expr: `${attempted('!=DELIVERED')} / ${attempted()} > 0.95 and ${attempted()} > 30`,
    for: '15m',
    summary: 'hardly a webhook is heard, of more than one or two dead endpoints are sent: it may be our own way out',
    fires: [
      { given: { [attempts('PENDING')]: '0+3x60', [attempts('FAILED')]: '0+1x60' }, at: '40m' },
      { given: { [attempts('PENDING')]: '0+40x60', [attempts('DELIVERED')]: '0+2x60' }, at: '40m' },
    ],
    quiet: [
      { given: { [attempts('PENDING')]: '0+36x60', [attempts('DELIVERED')]: '0+2x60' }, at: '40m' },
      { given: { [attempts('PENDING')]: '0+2x60' }, at: '40m' },
      { given: { [attempts('PENDING')]: '0x10 128+1x40' }, at: '20m' },
    ],
  },
  {
    name: 'EclusaWebhookSecretUnreadable',
    severity: 'page',
    expr: `sum(increase(${of(webhookSecretUnreadable)}[10m])) > 0`,
    for: '1m',
    summary: 'webhooks are not sent because the secrets of their endpoints do not open under any key that is set',
    fires: { given: { [of(webhookSecretUnreadable)]: '0x5 1x30' }, at: '15m' },
    quiet: { given: { [of(webhookSecretUnreadable)]: '7x30' }, at: '20m' },
  },
])

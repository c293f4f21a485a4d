import { apiKeys } from '@eclusa/gateway/src/backoffice/admin/metrics.ts'
import { journalUnanchoredAge } from '@eclusa/gateway/src/backoffice/audit-log/metrics.ts'
import { deskReveals, deskRevealsRefused } from '@eclusa/gateway/src/backoffice/metrics.ts'
import {
  webhookAttemptDuration,
  webhookSecretUnreadable,
  webhooksHeld,
  webhooksOldestAge,
  webhooksWaiting,
} from '@eclusa/gateway/src/events/delivery/metrics.ts'
import {
  credentialRefusals,
  overloadRefusals,
  requestDuration,
  strangersWaiting,
} from '@eclusa/gateway/src/http/metrics.ts'
import { replayRefusals, replaySlotBytes } from '@eclusa/gateway/src/http/replay/metrics.ts'
import { requestLogDropped } from '@eclusa/gateway/src/http/request-log/metrics.ts'
import { certificateLeft, dictBucketLevel, dictCallDuration } from '@eclusa/gateway/src/partners/dict/metrics.ts'
import { partnerCallDuration } from '@eclusa/gateway/src/partners/metrics.ts'
import {
  deadlines,
  partitionsAhead,
  poolConnections,
  poolWaitDuration,
  transactionDuration,
} from '@eclusa/gateway/src/platform/db/metrics.ts'
import { checkState } from '@eclusa/gateway/src/platform/http/metrics.ts'
import { jobDuration, jobsOldestAge, jobsWaiting } from '@eclusa/gateway/src/platform/jobs/metrics.ts'
import { sealedLeft } from '@eclusa/gateway/src/platform/metrics.ts'
import { objectStoreDuration } from '@eclusa/gateway/src/platform/object-storage/metrics.ts'
import type { Histogram } from '@eclusa/gateway/src/platform/observability/metric.ts'
import type { Dashboard, Panel } from './dashboard.ts'
import { bucketOf, countOf, of } from './series.ts'

const RANGE = '$__rate_interval'
const per = (labels: string[]) => labels.map((label) => `{{${label}}}`).join(' ')

/** The rate, by these labels. */
const rate = <Label extends string>(title: string, metric: Histogram<Label>, by: Label[], where = {}): Panel => ({
  title,
  unit: 'reqps',
  queries: [[`sum by (${by.join(', ')}) (rate(${countOf(metric, where)}[${RANGE}]))`, per(by)]],
})

/** The 99th percentile, with links to traces. */
const slowest = <Label extends string>(title: string, metric: Histogram<Label>, by: Label[], where = {}): Panel => ({
  title,
  unit: 's',
  exemplars: true,
  queries: [
    [
      `histogram_quantile(0.99, sum by (${['le', ...by].join(', ')}) (rate(${bucketOf(metric, where)}[${RANGE}])))`,
      per(by) || '99 %',
    ],
  ],
})

/** Measurements of one worker: the maximum counts, because other workers' values expire. */
const reading = (title: string, series: string, by: string[], unit = 'short'): Panel => ({
  title,
  unit,
  queries: [[by.length === 0 ? `max(${series})` : `max by (${by.join(', ')}) (${series})`, per(by)]],
})

export const dashboards: Dashboard[] = [
  {
    file: 'requests',
    title: 'Eclusa: requests',
    panels: [
      {
        title: 'Errors of the API against the objective',
        unit: 'percentunit',
        queries: [
          ['eclusa:api_errors:ratio_rate1h', 'last hour'],
          ['eclusa:api_errors:ratio_rate3d', 'last three days'],
          ['vector(0.001)', 'objective'],
        ],
      },
      {
        title: 'Slow answers of the API against the objective',
        unit: 'percentunit',
        queries: [
          ['eclusa:api_slow:ratio_rate1h', 'last hour'],
          ['eclusa:api_slow:ratio_rate3d', 'last three days'],
          ['vector(0.01)', 'objective'],
        ],
      },
      rate('Requests by door and status', requestDuration, ['door', 'status']),
      rate('Requests by operation', requestDuration, ['door', 'operation']),
      rate('Faults of ours by operation', requestDuration, ['door', 'operation', 'status'], { status: '=~5..' }),
      slowest('Slowest hundredth by operation', requestDuration, ['door', 'operation']),
      {
        title: 'Credentials refused, by reason',
        unit: 'reqps',
        queries: [[`sum by (door, reason) (rate(${of(credentialRefusals)}[${RANGE}]))`, '{{door}} {{reason}}']],
      },
      reading('Strangers that wait', of(strangersWaiting), ['lane']),
      {
        title: 'Reveals and searches at the desk',
        unit: 'reqps',
        queries: [
          [`sum by (kind) (rate(${of(deskReveals)}[${RANGE}]))`, '{{kind}}'],
          [`sum(rate(${of(deskRevealsRefused)}[${RANGE}]))`, 'refused'],
        ],
      },
      {
        title: 'Told to come back, and repeats refused',
        unit: 'reqps',
        queries: [
          [`sum(rate(${of(overloadRefusals)}[${RANGE}]))`, 'overload'],
          [`sum by (schema) (rate(${of(replayRefusals)}[${RANGE}]))`, 'repeat {{schema}}'],
        ],
      },
      {
        title: 'Lines of the request log dropped',
        unit: 'short',
        queries: [[`sum(increase(${of(requestLogDropped)}[${RANGE}]))`, 'dropped']],
      },
    ],
  },
  {
    file: 'work',
    title: 'Eclusa: jobs, webhooks, deadlines',
    panels: [
      reading('Deadlines missed and near', of(deadlines), ['kind', 'state']),
      reading('Oldest job that waits', of(jobsOldestAge), ['job_name'], 's'),
      reading('Jobs that wait', of(jobsWaiting), ['job_name']),
      rate('Runs of jobs', jobDuration, ['job_name', 'outcome']),
      rate('Runs that failed', jobDuration, ['job_name'], { outcome: 'failed' }),
      slowest('Slowest hundredth of runs', jobDuration, ['job_name']),
      reading('Oldest webhook that waits', of(webhooksOldestAge), ['endpoint'], 's'),
      reading('Webhooks that wait', of(webhooksWaiting), ['endpoint']),
      rate('Attempts by outcome', webhookAttemptDuration, ['outcome']),
      slowest('Slowest hundredth of attempts', webhookAttemptDuration, []),
      { title: 'Webhooks in hand', unit: 'short', queries: [[of(webhooksHeld), '{{instance}}']] },
      {
        title: 'Secrets of endpoints that do not open',
        unit: 'short',
        queries: [[`sum(increase(${of(webhookSecretUnreadable)}[${RANGE}]))`, 'attempts not made']],
      },
    ],
  },
  {
    file: 'partners',
    title: 'Eclusa: DICT and other partners',
    panels: [
      rate('Calls to DICT by outcome', dictCallDuration, ['outcome', 'reason']),
      slowest('Slowest hundredth of calls to DICT', dictCallDuration, ['policy']),
      {
        title: 'Buckets of DICT',
        unit: 'percentunit',
        queries: [[`min by (policy) (${of(dictBucketLevel)})`, '{{policy}}']],
      },
      {
        title: 'Days left of certificates',
        unit: 'd',
        queries: [[`min by (certificate) (${of(certificateLeft)})`, '{{certificate}}']],
      },
      rate('Calls to other partners', partnerCallDuration, ['partner', 'outcome']),
      slowest('Slowest hundredth of calls to other partners', partnerCallDuration, ['partner']),
      rate('Calls to the object store', objectStoreDuration, ['call', 'outcome']),
      slowest('Slowest hundredth of calls to the object store', objectStoreDuration, ['call']),
    ],
  },
  {
    file: 'house',
    title: 'Eclusa: processes and database',
    panels: [
      {
        title: 'Checks: 0 ready, 1 degraded, 2 not',
        unit: 'short',
        queries: [[of(checkState), '{{instance}} {{check}}']],
      },
      { title: 'Connections', unit: 'short', queries: [[of(poolConnections), '{{instance}} {{pool}} {{state}}']] },
      slowest('Slowest hundredth of waits for a connection', poolWaitDuration, []),
      slowest('Slowest hundredth of transactions', transactionDuration, []),
      reading('Slots of replay claims', of(replaySlotBytes), ['ahead'], 'bytes'),
      reading('Days until partitions run out', of(partitionsAhead), ['table'], 'd'),
      reading('Rows under an older key', of(sealedLeft), ['purpose', 'column']),
      reading('API keys by pepper', of(apiKeys), ['pepper']),
      reading('Oldest entry of the journal without an anchor', of(journalUnanchoredAge), [], 's'),
    ],
  },
]

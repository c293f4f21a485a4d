import { routes } from '@eclusa/gateway/src/api.ts'
import { requestDuration } from '@eclusa/gateway/src/http/metrics.ts'
import type { Alert, AlertInput, Recording } from './alert.ts'
import { bucketOf, countOf } from './series.ts'

/**
 * Service level objectives of the API, over thirty days: 99.9 % of requests without a 5xx, and 99 % within half a second.
 * Burn-rate alerts use a long window for significance and a short one for timeliness. The third objective, that no deadline
 * is missed, has no error budget: see `EclusaDeadlineNear` and `EclusaDeadlineMissed`.
 */
interface Objective {
  name: 'Availability' | 'Latency'
  /** The error budget. */
  budget: number
  record: string
  what: string
  /** The error ratio in a window. */
  ratio: (window: string) => string
  /** Test series for promtool with this number of good and bad requests per minute. */
  given: (good: number, bad: number) => AlertInput
}

/** Upload times depend on the sender. */
const uploads = routes.flatMap(({ name, multipart }) => (multipart ? [name] : [])).toSorted()
const timed = { door: 'api', operation: `!~${uploads.join('|')}` }
const MINUTES = 90
const REQUESTS = 10_000
const growing = (perMinute: number) => `0+${perMinute}x${MINUTES}`
const labelled = (status: string, more = {}) => ({
  door: 'api',
  operation: 'listClients',
  status,
  credential: 'platform_token',
  ...more,
})

const objectives: Objective[] = [
  {
    name: 'Availability',
    budget: 0.001,
    record: 'eclusa:api_errors:ratio_rate',
    what: 'answers of 5xx',
    ratio: (window) =>
      `sum(rate(${countOf(requestDuration, { door: 'api', status: '=~5..' })}[${window}])) / sum(rate(${countOf(requestDuration, { door: 'api' })}[${window}]))`,
    given: (good, bad) => ({
      [countOf(requestDuration, labelled('200'))]: growing(good),
      [countOf(requestDuration, labelled('503'))]: growing(bad),
    }),
  },
  {
    name: 'Latency',
    budget: 0.01,
    record: 'eclusa:api_slow:ratio_rate',
    what: 'answers that took more than half a second',
    ratio: (window) =>
      `1 - sum(rate(${bucketOf(requestDuration, { ...timed, le: '0.5' })}[${window}])) / sum(rate(${countOf(requestDuration, timed)}[${window}]))`,
    given: (good, bad) => ({
      [bucketOf(requestDuration, labelled('200', { le: '0.5' }))]: growing(good),
      [countOf(requestDuration, labelled('200'))]: growing(good + bad),
    }),
  },
]

/** Burn rates for a budget of thirty days: used up in two days, five days; ten days, thirty. */
const burns = [
  {
    pace: 'Fast',
    severity: 'page',
    for: '2m',
    steps: [
      [14.4, '1h', '5m'],
      [6, '6h', '30m'],
    ],
  },
  {
    pace: 'Slowly',
    severity: 'ticket',
    for: '15m',
    steps: [
      [3, '1d', '2h'],
      [1, '3d', '6h'],
    ],
  },
] as const
const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d']

/** Test series with this share of failures. */
function sharing(given: Objective['given'], share: number): AlertInput {
  const bad = Math.round(REQUESTS * share)
  return given(REQUESTS - bad, bad)
}

export const objectiveRecordings: Recording[] = objectives.flatMap(({ record, ratio }) =>
  windows.map((window) => ({ record: `${record}${window}`, expr: ratio(window) })),
)

type Burning = Alert<`Eclusa${Objective['name']}Burns${(typeof burns)[number]['pace']}`>

export const objectiveAlerts: Burning[] = objectives.flatMap(({ name, budget, record, what, given }) =>
  burns.map(({ pace, severity, steps, ...burn }): Burning => {
    const over = steps.map(([factor, long, short]) => {
      const most = Number((factor * budget).toPrecision(3))
      return `(${record}${long} > ${most} and ${record}${short} > ${most})`
    })
    const most = steps[1][0] * budget
    return {
      name: `Eclusa${name}Burns${pace}`,
      severity,
      for: burn.for,
      expr: over.join(' or '),
      summary: `${what} use up what the objective of thirty days allows ${pace === 'Fast' ? 'within days' : 'before they are over'}`,
      fires: { given: sharing(given, most * 1.5), at: '1h' },
      quiet: { given: sharing(given, most * 0.8), at: '1h' },
    }
  }),
)

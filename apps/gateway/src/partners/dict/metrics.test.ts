import { createTestDict, OURS, type TestDict } from '@eclusa/testing/dict.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../../platform/observability/metrics.ts'
import { listEventNotifications } from './event-notifications.ts'

let dict: TestDict
beforeAll(async () => {
  dict = await createTestDict()
})
afterAll(() => dict.close())

const metrics = createMetrics()
const counted = (outcome: string, reason: string) =>
  `eclusa_dict_call_duration_seconds_count{policy="EVENT_LIST",outcome="${outcome}",reason="${reason}"}`

it('every call to DICT is counted by its outcome, including those that were not sent', async () => {
  const client = dict.as(OURS, { metrics })
  await listEventNotifications(client)
  dict.simulated.faults.add({ kind: 'error_500' })
  await listEventNotifications(client)
  dict.simulated.buckets.set(OURS, 'EVENT_LIST', 0)
  await listEventNotifications(client)
  await listEventNotifications(client)
  const told = metrics.text()
  expect(told).toContain(`${counted('done', '')} 1\n`)
  expect(told).toContain(`${counted('not_done', 'NO_ANSWER_TO_BELIEVE')} 1\n`)
  expect(told).toContain(`${counted('not_done', 'RATE_LIMITED')} 1\n`)
  expect(told).toContain(`${counted('not_done', 'OUR_BUCKET_EMPTY')} 1\n`)
})

it('bucket levels and certificate lifetimes are read on each scrape', () => {
  const told = metrics.text()
  const level = (policy: string) =>
    Number(new RegExp(`eclusa_dict_bucket_level_ratio\\{policy="${policy}"\\} (\\S+)`).exec(told)?.[1])
  // Emptied by the rejection a moment ago, with one token every second and a half.
  expect(level('EVENT_LIST')).toBeLessThan(0.05)
  // One minute's refill of the thirty that it can contain.
  expect(level('REFUNDS_READ')).toBeCloseTo(1 / 30, 2)
  for (const certificate of ['connection', 'signing', 'trusted'])
    expect(told).toMatch(new RegExp(`eclusa_certificate_left_days\\{certificate="${certificate}"\\} \\d`))
})

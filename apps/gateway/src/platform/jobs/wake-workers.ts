import { setTimeout as pause } from 'node:timers/promises'
import { QUEUE_SCHEMA, type Queue } from './queue.ts'

const POLL_MS = 1_000

/** From the head of each queue, in the order of the index that fetching uses, so finished jobs cost nothing. */
const queuesWithDueJobs = `
  select queue.name from unnest($1::text[]) queue (name) cross join lateral (
    select from ${QUEUE_SCHEMA}.job_common
    where name = queue.name and state < 'active' and not blocked and start_after <= ${QUEUE_SCHEMA}.job_now()
    order by priority desc, created_on limit 1
  ) due`

/**
 * Polling loop: one statement a second looks into all queues, and only the workers of those with due jobs fetch. A fetch
 * a second for each queue would be most of what an idle worker costs.
 */
export function wakeWorkers({ query, boss }: Queue, workers: Map<string, string>, onError: (error: Error) => void) {
  const over = new AbortController()
  const names = [...workers.keys()]
  const poll = async () => {
    for (;;) {
      // All workers have just fetched, at the start.
      await pause(POLL_MS, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      try {
        for (const { name } of await query<{ name: string }>(queuesWithDueJobs, [names]))
          boss.notifyWorker(workers.get(name)!)
      } catch (error) {
        onError(error as Error)
      }
    }
  }
  const polling = poll()
  return {
    async stop() {
      over.abort()
      await polling
    },
  }
}

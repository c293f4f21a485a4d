import type { Collector, MeasureGround } from '../observability/collector.ts'
import type { Log } from '../observability/log.ts'
import { forEachIsolated } from './for-each-isolated.ts'
import { job } from './job.ts'

interface MeasureServices extends MeasureGround {
  log: Log
  measures: readonly Collector[]
}

/**
 * Collects every measurement that only the database has. The worker that runs it reports the values, and those of other workers
 * expire. If one measurement fails, the others are still taken and then the run fails, so that the gap raises an alert.
 */
export const collectMetrics = job('collect-metrics', {
  cron: '* * * * *',
  retryLimit: 0,
  async run({ measures, log, ...ground }: MeasureServices, _data: object, job_id: string) {
    const fieldsOf = ({ name }: Collector) => ({ name, job_id })
    const failure = await forEachIsolated({ log, event: 'not_measured', fieldsOf }, measures, (measure) =>
      measure.take(ground),
    )
    if (failure) throw failure
  },
})

import type { Log } from '../observability/log.ts'
import type { Measure, MeasureGround } from '../observability/measure.ts'
import { eachAlone } from './each-alone.ts'
import { job } from './job.ts'

interface MeasureServices extends MeasureGround {
  log: Log
  measures: readonly Measure[]
}

/**
 * Takes every reading that only the database knows. Whichever worker does it tells of them; another's grow old. One that
 * cannot be taken fails the run once the rest are: what nobody reads nobody is warned of.
 */
export const takeMeasures = job('take-measures', {
  cron: '* * * * *',
  retryLimit: 0,
  async run({ measures, log, ...ground }: MeasureServices, _data: object, job_id: string) {
    const fieldsOf = ({ name }: Measure) => ({ name, job_id })
    const failure = await eachAlone({ log, event: 'not_measured', fieldsOf }, measures, (measure) =>
      measure.take(ground),
    )
    if (failure) throw failure
  },
})

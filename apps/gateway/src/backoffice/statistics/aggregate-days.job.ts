import type pg from 'pg'
import { dayAfter, periodOfDay } from '../../http/period.ts'
import { type Clock, dayInSaoPaulo } from '../../platform/clock.ts'
import { runTransaction } from '../../platform/db/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { firstPassage, forgetPassages, keepDay, lastSummed, sumUp } from './day-store.ts'

/** A day is finished once every transaction that was running at midnight must have committed. */
const AFTER_MS = 10 * 60_000
/** The details of a summed-up day are kept this long, in case a number has to be explained. */
const KEPT_MS = 7 * 86_400_000

/** Daily aggregates: sums up every finished day once. Details older than a week are deleted, and only the totals stay. */
export const aggregateDays = job('aggregate-days', {
  cron: '12 * * * *',
  retryLimit: 3,
  async run({ operator, clock }: { operator: pg.Pool; clock: Clock }) {
    const today = dayInSaoPaulo(new Date(clock.now().getTime() - AFTER_MS))
    for (let day = await firstMissing(operator); day !== undefined && day < today; day = dayAfter(day)) {
      const period = periodOfDay(day)
      const that = day
      await runTransaction(operator, {
        async work(tx) {
          const [summed] = await sumUp(tx, period)
          keepDay(tx, summed ?? { day: that, kinds: [] })
          forgetPassages(tx, new Date(period.start.getTime() - KEPT_MS))
        },
      })
    }
  },
})

function firstMissing(operator: pg.Pool): Promise<string | undefined> {
  return runTransaction(operator, {
    readOnly: true,
    async work(tx) {
      const last = await lastSummed(tx)
      if (last !== undefined) return dayAfter(last)
      const first = await firstPassage(tx)
      return first && dayInSaoPaulo(new Date(first))
    },
  })
}

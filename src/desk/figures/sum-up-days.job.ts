import type pg from 'pg'
import { type Clock, dayInSaoPaulo } from '../../base/clock.ts'
import { runTransaction } from '../../base/db/transaction.ts'
import { job } from '../../base/jobs/job.ts'
import { dayAfter, periodOfDay } from '../../gate/period.ts'
import { firstPassage, forgetPassages, keepDay, lastSummed, sumUp } from './day-store.ts'

/** A day is over when whatever was under way at midnight has long been committed. */
const AFTER_MS = 10 * 60_000
/** What was summed up is kept one by one for so long, should somebody ask what a number is made of. */
const KEPT_MS = 7 * 86_400_000

/** Sums up every day that is over, once; what came before a week ago is known by its day from then on. */
export const sumUpDays = job('sum-up-days', {
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

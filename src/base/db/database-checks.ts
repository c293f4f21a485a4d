import type pg from 'pg'
import { type Check, degraded, notReady, ready } from '../http/readiness.ts'
import { readMigrations, schemaRefusal } from './migrations.ts'

/** Told this early: a worker that is mended within the month has made them before anybody noticed. */
const EARLY_DAYS = 30

const unanswered = {
  reason: 'the database does not answer',
  action: 'see that the server runs, has disk left and can be reached from here',
}

/** What the API and the worker both ask of their database, on a connection that no request can keep from them. */
export function databaseChecks(pool: pg.Pool): Check[] {
  const migrations = readMigrations()
  return [
    {
      name: 'schema',
      unanswered,
      async look() {
        const refusal = await schemaRefusal(pool, migrations)
        return refusal ? notReady(refusal, `run 'eclusa migrate' of the version that is to serve`) : ready
      },
    },
    {
      name: 'partitions',
      unanswered,
      async look() {
        const { rows } = await pool.query<{ name: string; days: number }>(
          `select name, until - (now() at time zone 'UTC')::date as days from partitions_last_until() order by days, name`,
        )
        const [first] = rows
        if (!first || first.days >= EARLY_DAYS) return ready
        const action = `see that a worker runs and its job keep-partitions succeeds, or run 'eclusa migrate'`
        if (first.days > 0) return degraded(`the partitions of ${first.name} run out in ${first.days} days`, action)
        return notReady(`${first.name} has no partition for this month, so that writes are refused`, action)
      },
    },
  ]
}

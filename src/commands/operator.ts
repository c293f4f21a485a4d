import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { systemClock } from '../base/clock.ts'
import { readSettings } from '../base/config/settings.ts'
import { openOperatorPool } from '../base/db/operator-pool.ts'
import { openJobSender } from '../base/jobs/sender.ts'
import { openMetrics } from '../base/observability/metrics.ts'
import { runForUser, type Tx } from '../gate/transaction.ts'
import { operatorSettings } from '../settings.ts'

/** Opens the operator's connection for one command and closes it after. */
export async function asOperator<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const { DATABASE_OPERATOR_URL } = readSettings(operatorSettings, process.env)
  const db = openOperatorPool(DATABASE_OPERATOR_URL, 2)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** The row a command was about, or a message that says what to check. */
export function found<T extends object>(row: (T extends readonly unknown[] ? never : T) | undefined, what: string): T {
  if (row === undefined) throw new Error(`${what} was not found: check the id with the list command`)
  return row
}

/** Work on one user's records as a job would do it, but by the operator's own login. */
export async function forUser<T>(pool: pg.Pool, user_id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const jobs = openJobSender(readSettings(operatorSettings, process.env).DATABASE_OPERATOR_URL)
  const metrics = openMetrics('eclusa-operator')
  try {
    return await runForUser({ pool, jobs, metrics, clock: systemClock }, user_id, `operator-${randomUUID()}`, work)
  } finally {
    await jobs.close()
    await metrics.close()
  }
}

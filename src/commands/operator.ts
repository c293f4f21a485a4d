import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { systemClock } from '../base/clock.ts'
import { readSettings } from '../base/config/settings.ts'
import { openOperatorPool } from '../base/db/operator-pool.ts'
import type { Transaction } from '../base/db/transaction.ts'
import { openJobSender } from '../base/jobs/sender.ts'
import { openMetrics } from '../base/observability/metrics.ts'
import type { Done } from '../desk/desk-route.ts'
import { type CommandAct, keep, noteCommand } from '../desk/journal/keep.ts'
import { runForUser, type Tx } from '../gate/transaction.ts'
import { bootstrapSettings } from '../settings.ts'

/** Opens the connection of the bootstrap commands for one of them and closes it after. */
export async function asOperator<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
  return withPool(readSettings(bootstrapSettings, process.env).DATABASE_BOOTSTRAP_URL, work)
}

export async function withPool<T>(
  url: string,
  work: (db: pg.Pool) => Promise<T>,
  statementTimeoutMs?: number,
): Promise<T> {
  const db = openOperatorPool(url, 2, statementTimeoutMs)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** A change of what has no events of its own, with its entry in the journal. */
export function keeping<T>(act: CommandAct, work: (tx: Transaction) => Promise<Done<T>>): Promise<T> {
  return asOperator((db) => keep(db, act, work))
}

/** Said by a command that has another way: what comes before there is a desk, or when there is none any more. */
export const BOOTSTRAP =
  'without a desk, by DATABASE_BOOTSTRAP_URL: for the first records and for emergencies; journaled'

/** What every such command takes. */
export interface Bootstrapped {
  reason: string
  bootstrap?: true
}

/** The row a command was about, or a message that says what to check. */
export function found<T extends object>(row: (T extends readonly unknown[] ? never : T) | undefined, what: string): T {
  if (row === undefined) throw new Error(`${what} was not found: check the id with the list command`)
  return row
}

/** Work on one user's records as a job would do it, but by the login of the commands: the journal says that it was. */
export async function forUser<T>(
  pool: pg.Pool,
  act: CommandAct & { user_id: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const jobs = openJobSender(readSettings(bootstrapSettings, process.env).DATABASE_BOOTSTRAP_URL)
  const metrics = openMetrics('eclusa-operator')
  const ground = { pool, jobs, metrics, clock: systemClock }
  try {
    return await runForUser(ground, act.user_id, `operator-${randomUUID()}`, async (tx) => {
      const result = await work(tx)
      // Nothing was found to be done, and nothing was.
      if (result !== undefined) await noteCommand(tx, act, {})
      return result
    })
  } finally {
    await jobs.close()
    await metrics.close()
  }
}

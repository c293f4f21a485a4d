import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
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

/** One line of JSON for programs; aligned columns for people. */
export function show(command: Command, result: object | object[]): void {
  if (command.optsWithGlobals()['json']) return void process.stdout.write(`${JSON.stringify(result)}\n`)
  const rows = (Array.isArray(result) ? result : [result]) as Record<string, unknown>[]
  if (rows.length === 0) return void process.stdout.write('nothing found\n')
  const names = Object.keys(rows[0]!)
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  for (const line of cells)
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}\n`,
    )
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

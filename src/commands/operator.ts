import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import type pg from 'pg'
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

export type Row = Record<string, unknown>

/** One line of JSON for programs; aligned columns for people. */
export function show(command: Command, result: Row | Row[]): void {
  if (command.optsWithGlobals()['json']) return void process.stdout.write(`${JSON.stringify(result)}\n`)
  const rows = Array.isArray(result) ? result : [result]
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
export function found(rows: Row[], what: string): Row {
  if (!rows[0]) throw new Error(`${what} was not found: check the id with the list command`)
  return rows[0]
}

/** Whose onboarding it is. There is one of each id. */
export async function ownerOf(db: pg.Pool, onboarding_id: string): Promise<string> {
  const { rows } = await db.query<{ user_id: string }>('select user_id from onboardings where id = $1', [onboarding_id])
  return String(found(rows, 'an onboarding with this id')['user_id'])
}

/** Work on one user's records as a job would do it, but by the operator's own login. */
export async function forUser<T>(pool: pg.Pool, user_id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const jobs = openJobSender(readSettings(operatorSettings, process.env).DATABASE_OPERATOR_URL)
  const metrics = openMetrics('eclusa-operator')
  try {
    return await runForUser({ pool, jobs, metrics }, user_id, `operator-${randomUUID()}`, new Date(), work)
  } finally {
    await jobs.close()
    await metrics.close()
  }
}

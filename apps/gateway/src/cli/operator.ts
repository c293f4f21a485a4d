import type pg from 'pg'
import { type CommandAct, keep } from '../backoffice/audit-log/bootstrap-action.ts'
import type { ActionResult } from '../backoffice/backoffice-route.ts'
import { readSettings } from '../platform/config/settings.ts'
import { createOperatorPool } from '../platform/db/operator-pool.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { bootstrapSettings } from '../settings.ts'

/** Runs one bootstrap command with its database connection. */
export async function asOperator<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
  return withPool(readSettings(bootstrapSettings, process.env).DATABASE_BOOTSTRAP_URL, work)
}

export async function withPool<T>(
  url: string,
  work: (db: pg.Pool) => Promise<T>,
  statementTimeoutMs?: number,
): Promise<T> {
  const db = createOperatorPool(url, 2, statementTimeoutMs)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Applies a change that has no events, with its audit log entry. */
export function keeping<T>(act: CommandAct, work: (tx: Transaction) => Promise<ActionResult<T>>): Promise<T> {
  return asOperator((db) => keep(db, act, work))
}

/**
 * The warning of commands that should normally run at the backoffice: they exist for the time before the first
 * backoffice user, and for emergencies.
 */
export const BOOTSTRAP =
  'without a backoffice, through DATABASE_BOOTSTRAP_URL: for the first records and for emergencies; recorded in the audit log'

/** Options of every bootstrap command. */
export interface Bootstrapped {
  reason: string
  bootstrap?: true
}

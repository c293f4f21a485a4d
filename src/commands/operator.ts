import type pg from 'pg'
import { readSettings } from '../base/config/settings.ts'
import { openOperatorPool } from '../base/db/operator-pool.ts'
import type { Transaction } from '../base/db/transaction.ts'
import type { Done } from '../desk/desk-route.ts'
import { type CommandAct, keep } from '../desk/journal/keep.ts'
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

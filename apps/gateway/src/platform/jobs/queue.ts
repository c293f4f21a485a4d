import type pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { hearWarnings } from '../db/commit-notices.ts'
import { createPlainPool, type PoolOptions } from '../db/pool.ts'

export const QUEUE_SCHEMA = 'pgboss'

/** pg-boss over our connections: its own have no read timeout, so one lost packet would stop it for good. */
export interface Queue {
  boss: PgBoss
  /** A statement of ours, over the same connections. */
  query: <Row>(text: string, values: unknown[]) => Promise<Row[]>
  /** When the database last answered it. */
  answeredAt(): number
  close(graceful?: { timeout: number }): Promise<void>
}

type BossOptions = Omit<ConstructorOptions, 'db' | 'connectionString' | 'schema' | 'migrate' | 'createSchema'>

export function createQueue(connections: PoolOptions, options: BossOptions, onError: (error: Error) => void): Queue {
  const pool = createPlainPool(connections)
  let answeredAt = performance.now()
  const executeSql = async (text: string, values?: unknown[]) => {
    const result = await say(pool, text, values)
    answeredAt = performance.now()
    return result
  }
  const boss = new PgBoss({ ...options, db: { executeSql }, schema: QUEUE_SCHEMA, migrate: false, createSchema: false })
  boss.on('error', onError)
  return {
    boss,
    query: async <Row>(text: string, values: unknown[]) => (await executeSql(text, values)).rows as Row[],
    answeredAt: () => answeredAt,
    async close(graceful) {
      await boss.stop(graceful ? { graceful: true, ...graceful } : { graceful: false })
      await pool.end()
    },
  }
}

/**
 * A job starts only when it is known to be taken. With the warning that no replica may have the commit, a failover could undo it
 * after the job had done its work. The job is left to the worker that finds it then.
 */
async function say(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect()
  const warnings = hearWarnings(client)
  let failure: Error | undefined
  try {
    const result = await client.query(text, values)
    warnings.refuse()
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    warnings.end()
    client.release(failure)
  }
}

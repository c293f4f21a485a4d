import type pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { openPlainPool, type PoolOptions } from '../db/pool.ts'
import { hearWarnings } from '../db/warnings.ts'

export const QUEUE_SCHEMA = 'pgboss'

/** The queue's library over connections of ours: its own have no limit on silence, and one lost packet ends them for good. */
export interface Queue {
  boss: PgBoss
  /** A statement of ours, over the same connections. */
  query: <Row>(text: string, values: unknown[]) => Promise<Row[]>
  /** When the database last answered it. */
  answeredAt(): number
  close(graceful?: { timeout: number }): Promise<void>
}

type BossOptions = Omit<ConstructorOptions, 'db' | 'connectionString' | 'schema' | 'migrate' | 'createSchema'>

export function openQueue(connections: PoolOptions, options: BossOptions, onError: (error: Error) => void): Queue {
  const pool = openPlainPool(connections)
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
 * A job is begun when it is known to be taken: who takes one, and is warned that no replica may know of it, may be about to do for
 * good what is undone by a failover. It is left to whoever finds it there.
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

import { setTimeout as pause } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'

interface Hold {
  /** A statement that holds a lock until then. */
  by: string
  values?: unknown[]
  /** How many wait for it before it is released. */
  waiting: number
}

/** Makes concurrent callers wait for the lock of a statement, and releases it once all wait: so they really run at once. */
export async function behind<T>(
  { admin, waiting: standing }: TestDatabase,
  { by, values = [], waiting }: Hold,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await admin.connect()
  try {
    await holder.query('begin')
    await holder.query(by, values)
    const ended = new AbortController()
    const done = work().finally(() => ended.abort())
    // Queried on another connection: within a transaction PostgreSQL caches the activity view.
    while (!ended.signal.aborted && (await standing()) < waiting) await pause(5)
    await holder.query('commit')
    return await done
  } finally {
    holder.release()
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'

interface Hold {
  /** What is held, or changed and held, until then. */
  by: string
  values?: unknown[]
  /** How many wait behind it before it is let go. */
  waiting: number
}

/** Has everybody stand behind what a statement holds, and lets go once they do: so they really do come at once. */
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
    // Asked by another than the holder: within a transaction PostgreSQL shows the activity of its first look for ever.
    while (!ended.signal.aborted && (await standing()) < waiting) await pause(5)
    await holder.query('commit')
    return await done
  } finally {
    holder.release()
  }
}

import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Gateway } from './gateway.ts'

/** A fault of a running gateway. */
export interface Trouble<On = Gateway> {
  /** Its description in the drill's output. */
  what: string
  /** Plants it; the returned function removes it. */
  begin(gateway: On): Promise<() => Promise<void>>
}

/** Holds the locks of the statement until the returned function is called. */
export async function holding(admin: pg.Pool, statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await admin.connect()
  await client.query('begin')
  await client.query(statement, values)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Replaces a folder by a file: root may write into every folder, but not into a file as one. */
export async function takenAway(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.away`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
}

/** Repeats this with a pause until the returned function is called. */
export function repeating(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  const over = new AbortController()
  const going = (async () => {
    for (; !over.signal.aborted; await pause(pauseMs)) await work()
  })()
  return async () => {
    over.abort()
    await going
  }
}

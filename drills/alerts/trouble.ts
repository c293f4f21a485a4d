import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Gateway } from './gateway.ts'

/** Something that goes wrong with a gateway while it runs. */
export interface Trouble<On = Gateway> {
  /** What was done to it, as the line of the drill says. */
  what: string
  /** Begins it; what is answered takes it away. */
  begin(gateway: On): Promise<() => Promise<void>>
}

/** Holds what the statement locks until what is answered is called. */
export async function holding(admin: pg.Pool, statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await admin.connect()
  await client.query('begin')
  await client.query(statement, values)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Puts a file where a folder was: root may write into every folder, and into none that is a file. */
export async function takenAway(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.away`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
}

/** Does this over and over, with a pause between, until what is answered is called. */
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

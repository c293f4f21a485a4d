import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { childrenOf } from './children.ts'

/** Stops every process of the database where it stands. Answers what lets them go on. */
export async function freezeDatabase(admin: pg.Pool): Promise<() => void> {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  const postmaster = Number((await readFile(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
  // The parent first, so that nobody is born in between.
  const stopped = [postmaster]
  process.kill(postmaster, 'SIGSTOP')
  for (const pid of childrenOf(postmaster)) {
    stopped.push(pid)
    process.kill(pid, 'SIGSTOP')
  }
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

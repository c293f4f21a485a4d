import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

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

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name of a process may hold anything, a bracket too; what follows the last one is its state and its parent.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

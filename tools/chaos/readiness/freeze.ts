import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { childrenOf } from './children.ts'

/** Stops every process of the database (SIGSTOP). Returns the function that resumes them. */
export async function freezeDatabase(admin: pg.Pool): Promise<() => void> {
  const stopped = await stopProcesses(await dataOf(admin))
  return () => tell(stopped, 'SIGCONT')
}

/** Kills every process of the database at once, like a machine failure. */
export async function killDatabase(data: string): Promise<void> {
  tell(await stopProcesses(data), 'SIGKILL')
}

export async function dataOf(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  return rows[0]!.data_directory
}

/** The WAL senders. */
export async function sendersOf(data: string): Promise<number[]> {
  return childrenOf(await postmasterOf(data)).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'),
  )
}

async function postmasterOf(data: string): Promise<number> {
  return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function stopProcesses(data: string): Promise<number[]> {
  const postmaster = await postmasterOf(data)
  // The parent first, so that it starts no new child in between.
  tell([postmaster], 'SIGSTOP')
  const children = childrenOf(postmaster)
  tell(children, 'SIGSTOP')
  return [postmaster, ...children]
}

function tell(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      // It has exited meanwhile.
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
}

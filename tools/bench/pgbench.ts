import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { installed } from '@eclusa/simulators/debian.ts'
import type pg from 'pg'
import type { PgbenchScript } from './baseline.ts'

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench'
/** Extra time for connecting and planning, and for a busy machine. */
const GRACE_SECONDS = 60
/**
 * A connection plans each statement at its first transaction, which costs more than ten of them. The gateway's connections
 * have long done so.
 */
const WARM_TRANSACTIONS = 5

export interface Pgbench {
  run(
    script: PgbenchScript,
    how: { connections: number; seconds: number; options: string; mark: () => void | Promise<void> },
  ): Promise<PgbenchOutcome>
  /** The time of each statement on one connection, in order. */
  latencies(script: PgbenchScript, how: { seconds: number; options: string }): Promise<Latency[]>
}

export interface PgbenchOutcome {
  seconds: number
  transactions: number
}

/** The bare engine: prepared statements, over a unix socket where the server is local. */
export async function createPgbench(admin: pg.Pool, loginUrl: string): Promise<Pgbench> {
  await installed([PGBENCH], ['postgresql-15'])
  const login = new URL(loginUrl)
  const { rows } = await admin.query<{ folder: string }>(
    `select current_setting('unix_socket_directories') as folder where inet_server_addr() <<= '127.0.0.0/8'`,
  )
  const connection = {
    PGHOST: rows[0]?.folder.split(',')[0] || login.hostname,
    PGPORT: login.port,
    PGUSER: login.username,
    PGPASSWORD: login.password,
    PGDATABASE: login.pathname.slice(1),
  }
  async function play<T>(
    { text: script, defines }: PgbenchScript,
    words: string[],
    options: string,
    read: (child: Child) => Promise<T>,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-pgbench-'))
    const file = join(folder, 'floor.sql')
    await writeFile(file, script)
    const given = Object.entries(defines).flatMap(([name, value]) => ['-D', `${name}=${value}`])
    const child = spawn(
      PGBENCH,
      ['--no-vacuum', '--protocol=prepared', '--jobs=1', ...words, `--file=${file}`, ...given],
      {
        env: { ...connection, PGOPTIONS: options },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const ended = once(child, 'exit')
    try {
      return await read(child)
    } finally {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    run(script, { connections, seconds, options, mark }) {
      const timing = [`--client=${connections}`, `--time=${seconds + GRACE_SECONDS}`, '--progress=1']
      return play(script, timing, options, ({ stdout, stderr }) => {
        stdout.resume()
        return count(createInterface(stderr), { warm: connections * WARM_TRANSACTIONS, seconds, mark })
      })
    },
    latencies(script, { seconds, options }) {
      return play(
        script,
        ['--client=1', `--time=${seconds}`, '--report-per-command'],
        options,
        async ({ stdout, stderr }) => {
          const [told, complaint] = await Promise.all([text(stdout), text(stderr)])
          const all = readLatencies(told)
          // A transaction that failed half way was timed as well.
          if (all.length === 0 || complaint.includes('aborted'))
            throw new Error(`pgbench did not do what it was to:\n${told}${complaint}`)
          return all
        },
      )
    },
  }
}

export interface Latency {
  ms: number
  /** The first line of it. */
  said: string
}

/** From its final report. Lines that only draw random numbers are no statements. */
export function readLatencies(told: string): Latency[] {
  return told.split('\n').flatMap((line) => {
    const [, ms, said] = /^\s+([\d.]+)\s+\d+\s+([^\s\\].*)$/.exec(line) ?? []
    return ms && said ? [{ ms: Number(ms), said }] : []
  })
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/**
 * Reads what it says every second: first until all is warm, then for as long as is measured. `mark` is called at the beginning and at
 * the end of what is counted, while every connection is open: the time of a process that has just ended may be in neither place where
 * it is looked for.
 */
export async function count(
  lines: AsyncIterable<string>,
  { warm, seconds, mark }: { warm: number; seconds: number; mark: () => void | Promise<void> },
): Promise<PgbenchOutcome> {
  let last = 0
  let warmed = 0
  let from: number | undefined
  let transactions = 0
  const said: string[] = []
  for await (const line of lines) {
    said.push(line)
    const told = /^progress: ([\d.]+) s, ([\d.]+) tps.*?(?:, (\d+) failed)?$/.exec(line)
    // A floor with failed transactions is invalid.
    if (Number(told?.[3] ?? 0) > 0 || /error:|aborted/.test(line)) break
    if (!told) continue
    const [at, perSecond] = [Number(told[1]), Number(told[2])]
    const done = perSecond * (at - last)
    last = at
    if (from === undefined) {
      warmed += done
      if (warmed < warm) continue
      from = at
      await mark()
    } else {
      transactions += done
      if (at - from >= seconds - 0.05 && transactions > 0) {
        await mark()
        return { seconds: at - from, transactions }
      }
    }
  }
  throw new Error(`pgbench did not do what it was to:\n${said.slice(-10).join('\n')}`)
}

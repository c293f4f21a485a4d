import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Watch } from './held-locks.ts'

/**
 * A migration that is too long for one transaction: it is marked `-- in steps`, and a line `-- then` ends a step. Each
 * step is a transaction of its own and may be run again, so that a file that was cut off is begun anew. What a step waits
 * for makes every request behind it wait too: it gives up soon, and tries again.
 */
const BETWEEN = /^-- then$/m
const LOCK_TIMEOUT_MS = 50
const PAUSE_MS = 200
const TRIES_MAX = 300
const CONCURRENT = /create (?<unique>unique )?index concurrently (?<name>\w+) on (?<table>\w+) (?<rest>[^;]+)/
/** What tells that somebody else was in the way: a lock that was not given in time, and a circle of waits. */
const IN_THE_WAY = new Set(['55P03', '40P01'])

export function isInSteps(sql: string): boolean {
  return sql.startsWith('-- in steps\n')
}

/** How many steps it takes, and how many of them build an index while writes go on. */
export function countSteps(sql: string): { steps: number; indexes: number } {
  const steps = sql.split(BETWEEN)
  return { steps: steps.length, indexes: steps.filter((step) => CONCURRENT.test(step)).length }
}

export async function applySteps(client: pg.Client, sql: string, watch: Watch): Promise<void> {
  await client.query('set search_path = eclusa')
  try {
    for (const step of sql.split(BETWEEN)) await applyStep(client, step, watch)
  } finally {
    await client.query('reset search_path')
  }
}

async function applyStep(client: pg.Client, step: string, watch: Watch): Promise<void> {
  const index = CONCURRENT.exec(step)?.groups as Index | undefined
  if (index) await buildIndex(client, index, watch)
  // A procedure commits as it goes.
  else if (/^call /m.test(step)) await client.query(step)
  else await inTime(client, step, watch)
}

/** Runs a step that asks for a lock, again and again until it is given. */
async function inTime(client: pg.Client, step: string, watch: Watch): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const beganAt = performance.now()
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(step)
      await watch(beganAt)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (tries === TRIES_MAX || !IN_THE_WAY.has((error as pg.DatabaseError).code ?? '')) throw error
      await pause(PAUSE_MS)
    }
  }
}

interface Index {
  unique?: string
  name: string
  table: string
  rest: string
}

/**
 * Builds an index beside the writes. PostgreSQL does not for a table that is cut by month: there it is declared on the
 * whole, built on each month, and joined. Months that are made meanwhile come with it.
 */
async function buildIndex(client: pg.Client, { unique = '', name, table, rest }: Index, watch: Watch): Promise<void> {
  const { rowCount: cut } = await client.query(`select from pg_class where oid = $1::regclass and relkind = 'p'`, [
    table,
  ])
  if (!cut) return buildBeside(client, { unique, name, table, rest })
  await inTime(client, `create ${unique}index if not exists ${name} on only ${table} ${rest}`, watch)
  const { rows: months } = await client.query<{ month: string }>(
    `select month.relname as month from pg_inherits join pg_class month on month.oid = inhrelid
     where inhparent = $1::regclass and not exists (
       select from pg_inherits joined join pg_index on indexrelid = joined.inhrelid
       where joined.inhparent = $2::regclass and indrelid = month.oid)`,
    [table, name],
  )
  for (const { month } of months) {
    const monthName = name.replace(table, month)
    await buildBeside(client, { unique, name: monthName, table: month, rest })
    await inTime(client, `alter index ${name} attach partition ${monthName}`, watch)
  }
}

/** `name` may say the schema, which the index shares with its table. */
export async function buildBeside(
  client: Pick<pg.Client, 'query'>,
  { unique = '', name, table, rest }: Index,
): Promise<void> {
  const { rows } = await client.query<{ whole: boolean }>(
    'select indisvalid as whole from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.whole) return
  // What a build that was cut off has left.
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  await client.query(`create ${unique}index concurrently ${name.split('.').at(-1)} on ${table} ${rest}`)
}

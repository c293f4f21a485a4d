import type pg from 'pg'
import { systemClock } from '../clock.ts'
import { type Check, degraded, notReady, ready } from '../http/readiness.ts'
import { clockApart } from './clock-skew.ts'
import { readMigrations, schemaRefusal } from './migrations.ts'
import { openPool } from './pool.ts'

/** Reported this early so that an operator can repair the worker within the month, before any row is refused. */
export const EARLY_DAYS = 30

/** With a larger difference valid tokens are rejected, and events are recorded in the wrong order. */
export const APART_MS = 5_000

const unanswered = {
  reason: 'the database does not answer',
  action: 'check that the server runs, has free disk space and is reachable from here',
}

/** A connection of its own: the readiness check neither waits behind requests nor delays them, and it fails quickly. */
export function createHealthPool(connectionString: string, name: string): pg.Pool {
  return openPool({ connectionString, size: 1, name, statementTimeoutMs: 1_000 })
}

/**
 * Checks of the database that the API and the worker share, on a connection that no request can block. For the `watched` pools
 * they also report the errors the database returned.
 */
export function databaseChecks(pool: pg.Pool, watched: pg.Pool[]): Check[] {
  const migrations = readMigrations()
  return [
    {
      name: 'database',
      unanswered,
      async look() {
        const { rows } = await pool.query<{ read_only: boolean }>(
          `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`,
        )
        if (!rows[0]?.read_only) return ready
        return notReady(
          'the database is read-only',
          'connect to the primary: this may be a former primary, or a replica',
        )
      },
    },
    shortages(watched),
    {
      name: 'schema',
      unanswered,
      async look() {
        const refusal = await schemaRefusal(pool, migrations)
        return refusal ? notReady(refusal, `run 'eclusa migrate' of the version to deploy`) : ready
      },
    },
    {
      name: 'partitions',
      unanswered,
      async look() {
        const [first] = await partitionsLeft(pool)
        if (!first || first.days >= EARLY_DAYS) return ready
        const action = `check that a worker runs and its job keep-partitions succeeds, or run 'eclusa migrate'`
        if (first.days > 0) return degraded(`the partitions of ${first.name} run out in ${first.days} days`, action)
        return notReady(`${first.name} has no partition for this month, so writes fail`, action)
      },
    },
    {
      name: 'time',
      unanswered,
      around: true,
      async look() {
        const { apartMs } = await clockApart(pool, systemClock)
        if (Math.abs(apartMs) < APART_MS) return ready
        const seconds = Math.round(Math.abs(apartMs) / 1_000)
        return degraded(
          `this machine and the database disagree on the time by ${seconds} s`,
          'synchronise both clocks with the same source: one validates tokens, the other dates records',
        )
      },
    },
  ]
}

/** For how many days ahead each table has partitions, the table that runs out first at the top. */
export async function partitionsLeft(pool: pg.Pool): Promise<{ name: string; days: number }[]> {
  const { rows } = await pool.query<{ name: string; days: number }>(
    `select name, until - (now() at time zone 'UTC')::date as days from partitions_last_until() order by days, name`,
  )
  return rows
}

/**
 * How long a refusal is remembered. With a full disk one write fails and the next can succeed, because some pages still have
 * room.
 */
const SHORTAGE_MS = 60_000

/** A shortage of the server cannot be queried. It is known only when a statement fails because of it. */
function shortages(watched: pg.Pool[]): Check {
  let last: { code: string; at: number } | undefined
  for (const pool of watched) {
    pool.on('connect', (client) => {
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code && /^(53|58)/.test(code)) last = { code, at: performance.now() }
      })
    })
  }
  const action = 'check the disk, the memory and the connections of the server'
  return {
    name: 'resources',
    unanswered,
    look: () =>
      last && performance.now() - last.at < SHORTAGE_MS
        ? degraded(`the database rejects statements for lack of a resource (${last.code})`, action)
        : ready,
  }
}

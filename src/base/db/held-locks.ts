import type pg from 'pg'

/** Who has to wait for a table until a transaction of a migration ends. Whoever only reads waits for the strongest lock alone. */
export type Waiting = 'writes' | 'reads and writes'

/** A table that a transaction of a migration kept others from, and for how long at most: since it began. */
export interface Held {
  table: string
  waiting: Waiting
  ms: number
}

/** Asked right before a transaction of a migration commits. */
export type Watch = (beganAt: number) => Promise<void>

/** Notes what transactions of this client hold that others wait for, of the tables that are there by now. */
export async function watchHeld(client: pg.Client): Promise<{ held: Held[]; watch: Watch }> {
  const { rows } = await client.query<{ oid: string }>(
    `select oid from pg_class where relnamespace = 'eclusa'::regnamespace and relkind in ('r', 'p')`,
  )
  const there = rows.map(({ oid }) => oid)
  const held: Held[] = []
  return {
    held,
    async watch(beganAt) {
      const { rows: locked } = await client.query<{ table: string; reads: boolean }>(heldNow, [there])
      const ms = Math.round(performance.now() - beganAt)
      for (const { table, reads } of locked) held.push({ table, waiting: reads ? 'reads and writes' : 'writes', ms })
    },
  }
}

/** A part of a table that is cut by month is told of as the whole, since names of months tell nobody anything. */
const heldNow = `
  select whole.relname as table, bool_or(mode = 'AccessExclusiveLock') as reads
  from pg_locks join pg_class whole on whole.oid = coalesce(pg_partition_root(relation), relation)
  where pid = pg_backend_pid() and locktype = 'relation' and whole.oid = any($1::oid[])
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  group by 1 order by 1`

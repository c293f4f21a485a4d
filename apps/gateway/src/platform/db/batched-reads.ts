import type pg from 'pg'
import { DatabaseUnavailable } from './database-errors.ts'
import { isError, plain, rolledBack, type Statement, type StatementResult, sendTogether } from './pipeline.ts'

/** At most this many per batch: none of them gets a result before the last one is read. */
const TOGETHER_MAX = 8
/** All that share a batch fail when its first member times out, so no read joins a batch that has already waited for long. */
const JOINED_MS = 1_000

/**
 * Batched read-only transactions. Each runs from BEGIN to COMMIT with its own scope and time. Brief ones that are issued in the
 * same turn of the event loop share one packet, one wake-up of a server process and one response.
 */
export interface BatchedRead {
  /** A caller adds further reads before the batch is sent, and finds each result at the same index. */
  readonly statements: Statement[]
  readonly hasLeft: boolean
  readonly answers: Promise<StatementResult[]>
  /** How long it waited for a connection. */
  readonly waitedMs: number
}

interface QueuedRead extends BatchedRead {
  hasLeft: boolean
  waitedMs: number
  /** Since when it waits. */
  since: number
  settle: (answers: StatementResult[]) => void
  refuse: (error: unknown) => void
}

const begin = plain('begin read only')
const commit = plain('commit')

/** For each pool the brief reads of the next batch. */
const gathering = new WeakMap<pg.Pool, QueuedRead[]>()

/**
 * `brief` marks a read that takes no longer than its neighbours. Any other read is sent alone, so that no other caller waits for
 * it.
 */
export function createBatchedReads(pool: pg.Pool, opening: Statement[], brief: boolean): BatchedRead {
  const { promise: answers, resolve: settle, reject: refuse } = Promise.withResolvers<StatementResult[]>()
  answers.catch(() => {})
  const since = performance.now()
  const statements = [begin, ...opening]
  const reading: QueuedRead = { statements, hasLeft: false, answers, waitedMs: 0, since, settle, refuse }
  const gathered = brief ? gathering.get(pool) : undefined
  if (gathered && gathered.length < TOGETHER_MAX && since - gathered[0]!.since < JOINED_MS) gathered.push(reading)
  else {
    const company = [reading]
    if (brief) gathering.set(pool, company)
    setImmediate(() => void leave(pool, company))
  }
  return reading
}

/** More reads may join until a connection is free. */
async function leave(pool: pg.Pool, company: QueuedRead[]): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => new DatabaseUnavailable(error))
  if (gathering.get(pool) === company) gathering.delete(pool)
  const now = performance.now()
  for (const reading of company) {
    reading.hasLeft = true
    reading.waitedMs += now - reading.since
  }
  if (client instanceof DatabaseUnavailable) for (const { refuse } of company) refuse(client)
  else await askAll(pool, client, company)
}

async function askAll(pool: pg.Pool, client: pg.PoolClient, company: QueuedRead[]): Promise<void> {
  const asked = company.map(({ statements }) => [...statements, commit])
  const answers = await sendTogether(client, asked.flat())
  const isSound = !answers.some(isError) || (await rolledBack(client))
  client.release(!isSound)
  let told = 0
  let isPassedOver = false
  for (const [n, reading] of company.entries()) {
    const ours = answers.slice(told, (told += asked[n]!.length))
    // The first read without a COMMIT response is the one that failed. The server skipped those behind it, so they are sent
    // again.
    const ended = ours.at(-1)
    if (!isPassedOver) reading.settle(ours)
    else if (isSound) askAgain(pool, reading)
    else reading.refuse(new DatabaseUnavailable(ended))
    isPassedOver ||= isError(ended)
  }
}

/** Each alone, so that it fails only for a reason of its own. */
function askAgain(pool: pg.Pool, reading: QueuedRead): void {
  reading.since = performance.now()
  void leave(pool, [reading])
}

import type pg from 'pg'
import { type Answer, isError, plain, rolledBack, type Statement, sendTogether } from './flush.ts'
import { DatabaseUnavailable } from './outcome.ts'

/** So many at most: none of them is answered before the last one is read. */
const TOGETHER_MAX = 8
/** Whoever joins a line is refused when the first in it is: so nobody joins one who has stood there for long. */
const JOINED_MS = 1_000

/**
 * A transaction that only reads, from BEGIN to COMMIT. It leaves when all that came in this turn of the event loop were heard,
 * and if it is brief, in one packet with the others that are. Each has a scope and a moment of its own; what they share is the way:
 * one packet, one process of the server that is woken, one answer.
 */
export interface Reading {
  /** Whoever has more to ask adds it before this has left, and finds its answer at the same place. */
  readonly statements: Statement[]
  readonly hasLeft: boolean
  readonly answers: Promise<Answer[]>
  /** How long it stood in line for a connection. */
  readonly waitedMs: number
}

interface Waiting extends Reading {
  hasLeft: boolean
  waitedMs: number
  /** Since when it stands in line. */
  since: number
  settle: (answers: Answer[]) => void
  refuse: (error: unknown) => void
}

const begin = plain('begin read only')
const commit = plain('commit')

/** The brief ones that will leave next, of each pool. */
const gathering = new WeakMap<pg.Pool, Waiting[]>()

/** `brief` is what takes no longer than its neighbours. For whatever else there is nobody waits: it goes alone. */
export function openReading(pool: pg.Pool, opening: Statement[], brief: boolean): Reading {
  const { promise: answers, resolve: settle, reject: refuse } = Promise.withResolvers<Answer[]>()
  answers.catch(() => {})
  const since = performance.now()
  const statements = [begin, ...opening]
  const reading: Waiting = { statements, hasLeft: false, answers, waitedMs: 0, since, settle, refuse }
  const gathered = brief ? gathering.get(pool) : undefined
  if (gathered && gathered.length < TOGETHER_MAX && since - gathered[0]!.since < JOINED_MS) gathered.push(reading)
  else {
    const company = [reading]
    if (brief) gathering.set(pool, company)
    setImmediate(() => void leave(pool, company))
  }
  return reading
}

/** Until there is a connection for them, more may join. */
async function leave(pool: pg.Pool, company: Waiting[]): Promise<void> {
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

async function askAll(pool: pg.Pool, client: pg.PoolClient, company: Waiting[]): Promise<void> {
  const asked = company.map(({ statements }) => [...statements, commit])
  const answers = await sendTogether(client, asked.flat())
  const isSound = !answers.some(isError) || (await rolledBack(client))
  client.release(!isSound)
  let told = 0
  let isPassedOver = false
  for (const [n, reading] of company.entries()) {
    const ours = answers.slice(told, (told += asked[n]!.length))
    // The first whose COMMIT is not heard is the one that was refused. What comes behind it is passed over: nobody meant it.
    const ended = ours.at(-1)
    if (!isPassedOver) reading.settle(ours)
    else if (isSound) askAgain(pool, reading)
    else reading.refuse(new DatabaseUnavailable(ended))
    isPassedOver ||= isError(ended)
  }
}

/** And alone, so that it is refused for nothing but itself. */
function askAgain(pool: pg.Pool, reading: Waiting): void {
  reading.since = performance.now()
  void leave(pool, [reading])
}

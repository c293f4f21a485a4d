import type pg from 'pg'
import { type Answer, isError, plain, rolledBack, type Statement, sendTogether } from './flush.ts'
import { DatabaseUnavailable } from './outcome.ts'

/** So many at most: none of them is answered before the last one is read. */
const TOGETHER_MAX = 8

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
  const reading: Waiting = { statements: [begin, ...opening], hasLeft: false, answers, waitedMs: 0, settle, refuse }
  const gathered = brief ? gathering.get(pool) : undefined
  if (gathered && gathered.length < TOGETHER_MAX) gathered.push(reading)
  else {
    const company = [reading]
    if (brief) gathering.set(pool, company)
    setImmediate(() => void leave(pool, company))
  }
  return reading
}

/** Until there is a connection for them, more may join. */
async function leave(pool: pg.Pool, company: Waiting[]): Promise<void> {
  const came = performance.now()
  const client = await pool.connect().catch((error: unknown) => new DatabaseUnavailable(error))
  if (gathering.get(pool) === company) gathering.delete(pool)
  const waitedMs = performance.now() - came
  for (const reading of company) {
    reading.hasLeft = true
    reading.waitedMs += waitedMs
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
  let refused: Error | undefined
  for (const [n, reading] of company.entries()) {
    const ours = answers.slice(told, (told += asked[n]!.length))
    const error = ours.find(isError)
    // What comes behind one that was refused is passed over. Whoever was not meant asks again, and alone.
    if (error !== undefined && error === refused && isSound) void leave(pool, [reading])
    else reading.settle(ours)
    refused = error ?? refused
  }
}

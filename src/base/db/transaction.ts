import type pg from 'pg'
import { openFlushes, type Send, type Statement } from './flush.ts'
import { asPassing, DatabaseUnavailable, isCut, OutcomeUnknown } from './outcome.ts'
import { hearWarnings } from './warnings.ts'

export type { Statement } from './flush.ts'

/**
 * One transaction on one connection, pipelined: statements issued in the same tick leave in one flush, and the
 * writes leave together with COMMIT. A write therefore costs two flushes, whatever the number of its rows: BEGIN + opening
 * + the locking read, then the writes + closing + COMMIT. A read costs one, COMMIT included, for each time it asks.
 */
export interface Transaction {
  /** Runs a statement and waits for its rows. */
  query<Row>(statement: Statement): Promise<Row[]>
  /** Hands over a write that leaves with COMMIT. Its failure fails the transaction, so there is nothing to await. */
  write(statement: Statement): void
}

export interface TransactionPlan<T> {
  /** Said, never guessed from what is sent: the database then refuses a write, and each flush is a transaction of its own. */
  readOnly?: boolean
  /** With it: all that is read is read in one transaction, as a cursor needs. */
  held?: boolean
  /** For what is only tried: every write is sent and every constraint judged, and then all of it is undone. */
  rehearsed?: boolean
  /** Runs before anything else: the scope, the replay check. The answer of each is judged before any row is given out. */
  opening?: { statement: Statement; judge?: (rows: unknown[]) => void }[]
  work: (tx: Transaction) => Promise<T>
  /** Further writes that need the result of the work, such as the replay claim with its outcome. */
  closing?: (result: T) => Statement[]
  observe?: (milliseconds: { poolWait: number; transaction: number }) => void
}

const plain = (text: string): Statement => ({ text, values: [] })
const begin = plain('begin')
const beginReadOnly = plain('begin read only')
const commit = plain('commit')
const rollback = plain('rollback')
/** Those that wait for COMMIT, judged now. */
const judgeConstraints = plain('set constraints all immediate')

export async function runTransaction<T>(pool: pg.Pool, plan: TransactionPlan<T>): Promise<T> {
  const asked = performance.now()
  const client = await checkOut(pool)
  const started = performance.now()
  try {
    const { result, settled } = await (plan.readOnly && !plan.held ? readOn(client, plan) : runOn(client, plan))
    settled.then(
      () => client.release(),
      () => client.release(true),
    )
    return result
  } catch (error) {
    // A connection whose transaction state we no longer know is not given to the next request.
    client.release(error instanceof OutcomeUnknown || !(await rolledBack(client)))
    throw asPassing(error)
  } finally {
    plan.observe?.({ poolWait: started - asked, transaction: performance.now() - started })
  }
}

interface Ended<T> {
  result: T
  /** When the connection is free again. A write has waited for it; a read, which has nothing to lose, need not. */
  settled: Promise<unknown>
}

async function runOn<T>(client: pg.PoolClient, plan: TransactionPlan<T>): Promise<Ended<T>> {
  const send = openFlushes(client)
  const opened = Promise.all([send(plan.readOnly ? beginReadOnly : begin), ...judged(plan, send)])
  opened.catch(() => {})

  const writes: Statement[] = []
  const result = await plan.work({
    async query<Row>(statement: Statement) {
      const sent = send(statement)
      sent.catch(() => {})
      // The opening was sent first, so its verdict is here no later than these rows.
      await opened
      return (await sent).rows as Row[]
    },
    write: (statement) => void writes.push(statement),
  })
  await opened
  const leaving = [...writes, ...(plan.closing?.(result) ?? [])]
  if (plan.rehearsed) await rehearse(send, leaving)
  else await commitWith(client, send, leaving)
  return { result, settled: Promise.resolve() }
}

/**
 * What is asked in one tick leaves with its own BEGIN, opening and COMMIT, and nothing is left to be sent afterwards. Every
 * statement sees what was committed before it, be it in the same transaction or in the next: nobody can tell the difference.
 */
async function readOn<T>(client: pg.PoolClient, plan: TransactionPlan<T>): Promise<Ended<T>> {
  const send = openFlushes(client)
  let settled: Promise<unknown> = Promise.resolve()
  let opened: Promise<unknown> | undefined

  function open(): Promise<unknown> {
    // Before the flush leaves, and so within it.
    process.nextTick(() => {
      opened = undefined
      // Behind what was refused it is not heard, and whoever takes no notice may ask again.
      settled = send(commit).catch(() => client.query(rollback.text))
      settled.catch(() => {})
    })
    const opening = Promise.all([send(beginReadOnly), ...judged(plan, send)])
    opening.catch(() => {})
    return opening
  }
  let looked = false
  const result = await plan.work({
    async query<Row>(statement: Statement) {
      looked = true
      opened ??= open()
      const verdict = opened
      const sent = send(statement)
      sent.catch(() => {})
      await verdict
      return (await sent).rows as Row[]
    },
    write() {
      throw new Error('a transaction that only reads was handed a write')
    },
  })
  // Who asked nothing is still judged.
  if (!looked) await open()
  return { result, settled }
}

function judged({ opening = [] }: Pick<TransactionPlan<unknown>, 'opening'>, send: Send) {
  return opening.map(async ({ statement, judge }) => {
    const { rows } = await send(statement)
    judge?.(rows)
  })
}

/** What COMMIT would refuse is refused, and nothing stays. */
async function rehearse(send: Send, writes: Statement[]): Promise<void> {
  await Promise.all([...writes, judgeConstraints, rollback].map(send))
}

async function commitWith(client: pg.PoolClient, send: Send, writes: Statement[]): Promise<void> {
  const warnings = hearWarnings(client)
  try {
    const written = Promise.allSettled(writes.map(send))
    const committed = send(commit)
    committed.catch(() => {})
    const refused = (await written).find((settled) => settled.status === 'rejected')
    // A write that the server refused is one after which it never came to COMMIT.
    if (refused && !isCut(refused.reason)) throw refused.reason
    const { command } = await committed.catch((error: unknown) => {
      // What the database checks at the end it refuses at the end, and says so: nothing was done.
      if (isRefusal(error)) throw error
      throw new OutcomeUnknown('the connection was lost after COMMIT was sent', error)
    })
    warnings.refuse()
    // A COMMIT of a failed transaction answers ROLLBACK and no error: only the tag tells.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
  } finally {
    warnings.end()
  }
}

const isRefusal = (error: unknown) => (error as pg.DatabaseError).code?.startsWith('23')

async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

/** In a flush of its own, after what is still leaving: behind a statement that is refused it would not be heard. */
async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  return client.query(rollback.text).then(
    () => true,
    () => false,
  )
}

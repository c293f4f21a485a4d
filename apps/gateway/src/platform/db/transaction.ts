import type pg from 'pg'
import { type BatchedRead, createBatchedReads } from './batched-reads.ts'
import { hearWarnings } from './commit-notices.ts'
import { DatabaseUnavailable, isConnectionLost, OutcomeUnknown, wrapTransient } from './database-errors.ts'
import {
  createPipeline,
  isError,
  plain,
  rolledBack,
  type Send,
  type Statement,
  type StatementResult,
} from './pipeline.ts'

export type { Statement } from './pipeline.ts'

/**
 * One transaction on one connection, pipelined. Statements issued in the same tick are sent in one batch, and writes are sent
 * together with COMMIT. A write costs two batches, whatever the number of its rows: BEGIN + opening + the locking read, then the
 * writes + closing + COMMIT. A read costs one batch, COMMIT included, for each time it queries.
 */
export interface Transaction {
  /** Runs a statement and waits for its rows. */
  query<Row>(statement: Statement): Promise<Row[]>
  /** Queues a write that is sent with COMMIT. Its failure fails the transaction, so there is nothing to await. */
  write(statement: Statement): void
}

export interface TransactionPlan<T> {
  /**
   * Read-only. Declared, never guessed from the statements: the database then refuses a write, and each batch is a transaction of
   * its own.
   */
  readOnly?: boolean
  /** With `readOnly`: all reads are made in one transaction on one connection, as a cursor needs. */
  held?: boolean
  /** With `readOnly`: takes next to no time, such as a read by key, so it may share its batch with other brief reads. */
  brief?: boolean
  /** Dry run: every write is sent and every constraint checked, and then all of it is rolled back. */
  rehearsed?: boolean
  /** Runs before anything else: the scope, the replay check. Each result is validated before any row is returned. */
  opening?: { statement: Statement; judge?: (rows: unknown[]) => void }[]
  work: (tx: Transaction) => Promise<T>
  /** Further writes that need the result of the work, such as the replay claim with its outcome. */
  closing?: (result: T) => Statement[]
  observe?: (milliseconds: { poolWait: number; transaction: number }) => void
}

const begin = plain('begin')
const beginReadOnly = plain('begin read only')
const commit = plain('commit')
const rollback = plain('rollback')
/** Constraints that would be checked at COMMIT, checked now. */
const judgeConstraints = plain('set constraints all immediate')

export function runTransaction<T>(pool: pg.Pool, plan: TransactionPlan<T>): Promise<T> {
  return plan.readOnly && !plan.held ? runReading(pool, plan) : runHeld(pool, plan)
}

async function runHeld<T>(pool: pg.Pool, plan: TransactionPlan<T>): Promise<T> {
  const asked = performance.now()
  const client = await checkOut(pool)
  const started = performance.now()
  try {
    const result = await runOn(client, plan)
    client.release()
    return result
  } catch (error) {
    // A connection whose transaction state is unknown is not given to the next request.
    client.release(error instanceof OutcomeUnknown || !(await rolledBack(client)))
    throw wrapTransient(error)
  } finally {
    plan.observe?.({ poolWait: started - asked, transaction: performance.now() - started })
  }
}

async function runOn<T>(client: pg.PoolClient, plan: TransactionPlan<T>): Promise<T> {
  const send = createPipeline(client)
  const opened = Promise.all([send(plan.readOnly ? beginReadOnly : begin), ...judged(plan, send)])
  opened.catch(() => {})

  const writes: Statement[] = []
  const result = await plan.work({
    async query<Row>(statement: Statement) {
      const sent = send(statement)
      sent.catch(() => {})
      // The opening was sent first, so its result is here no later than these rows.
      await opened
      return (await sent).rows as Row[]
    },
    write: (statement) => void writes.push(statement),
  })
  await opened
  const leaving = [...writes, ...(plan.closing?.(result) ?? [])]
  if (plan.rehearsed) await rehearse(send, leaving)
  else await commitWith(client, send, leaving)
  return result
}

/**
 * Reads issued in one turn are sent with their own BEGIN, opening and COMMIT, and the connection is not kept for the next turn.
 * At READ COMMITTED every statement sees what was committed before it, in the same transaction or in the next one, so the result
 * is the same.
 */
async function runReading<T>(
  pool: pg.Pool,
  { opening = [], brief = false, work, observe }: TransactionPlan<T>,
): Promise<T> {
  const asked = performance.now()
  const readings: BatchedRead[] = []
  let verdict: Promise<StatementResult[]> | undefined

  /** Reads are sent behind the opening. Their rows are returned once the opening was validated. */
  function open(): BatchedRead {
    const reading = createBatchedReads(
      pool,
      opening.map(({ statement }) => statement),
      brief,
    )
    readings.push(reading)
    verdict = reading.answers.then((answers) => {
      for (const [n, { judge }] of opening.entries()) {
        const rows = rowsOf(answers[1 + n])
        judge?.(rows)
      }
      return answers
    })
    verdict.catch(() => {})
    return reading
  }
  try {
    const result = await work({
      async query<Row>(statement: Statement) {
        const latest = readings.at(-1)
        const reading = latest && !latest.hasLeft ? latest : open()
        const place = reading.statements.push(statement) - 1
        return rowsOf((await verdict!)[place]) as Row[]
      },
      write() {
        throw new Error('a transaction that only reads was handed a write')
      },
    })
    if (readings.length === 0) {
      // The opening is validated even when no read was issued.
      open()
      await verdict
    }
    return result
  } catch (error) {
    throw wrapTransient(error)
  } finally {
    const poolWait = readings.reduce((sum, { waitedMs }) => sum + waitedMs, 0)
    observe?.({ poolWait, transaction: performance.now() - asked - poolWait })
  }
}

function rowsOf(answer: StatementResult | undefined): unknown[] {
  if (isError(answer)) throw answer
  return answer!.rows
}

function judged({ opening = [] }: Pick<TransactionPlan<unknown>, 'opening'>, send: Send) {
  return opening.map(async ({ statement, judge }) => {
    const { rows } = await send(statement)
    judge?.(rows)
  })
}

/** Deferred constraints are checked now, and nothing is kept. */
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
    // After a write that failed the server did not execute COMMIT.
    if (refused && !isConnectionLost(refused.reason)) throw refused.reason
    const { command } = await committed.catch((error: unknown) => {
      // A deferred constraint fails at COMMIT with its own error: nothing was committed.
      if (isRefusal(error)) throw error
      throw new OutcomeUnknown('the connection was lost after COMMIT was sent', error)
    })
    warnings.refuse()
    // COMMIT of a failed transaction returns the tag ROLLBACK and no error.
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

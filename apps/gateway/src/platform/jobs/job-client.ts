import { DatabaseUnavailable } from '../db/database-errors.ts'
import type { Transaction } from '../db/transaction.ts'
import { createQueue } from './queue.ts'

export interface JobOptions {
  /** The earliest start, relative to the clock of the database, so that skew of a process does not matter. */
  inMs?: number
}

export interface JobSender {
  /** Called before a transaction that may enqueue, so that the lookup of the queue does not run inside it. */
  ready(): Promise<void>
  /**
   * Transactional job queue (outbox): the job is enqueued in the COMMIT of `tx`, so a change and its job are committed together
   * or not at all.
   */
  send(tx: Transaction, name: string, data: object, options?: JobOptions): Promise<void>
  close(): Promise<void>
}

export function createJobSender(connectionString: string): JobSender {
  // A separate connection: taking a second one from the pool while holding one can deadlock a full pool.
  const queue = createQueue(
    { connectionString, name: 'eclusa-queue', size: 1 },
    { supervise: false, schedule: false },
    () => {},
  )
  let started: Promise<void> | undefined

  /** At the first write and not at the start, so that a process can start while the database is down. */
  async function start(): Promise<void> {
    try {
      await queue.boss.start()
    } catch (error) {
      started = undefined
      throw new DatabaseUnavailable(error)
    }
  }

  return {
    ready: () => (started ??= start()),
    async send(tx, name, data, { inMs = 0 } = {}) {
      const db = {
        async executeSql(text: string, values: unknown[] = []) {
          tx.write({ text, values })
          return { rows: [{ id: 'sent with the commit' }] }
        },
      }
      await queue.boss.send(name, data, { ...(inMs > 0 && { startAfter: inMs / 1000 }), db })
    },
    close: () => queue.close(),
  }
}

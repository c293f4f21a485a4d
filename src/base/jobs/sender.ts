import { DatabaseUnavailable } from '../db/outcome.ts'
import type { Transaction } from '../db/transaction.ts'
import { openQueue } from './queue.ts'

export interface JobOptions {
  /** Not before so long after now, which is the database's: a process whose clock is another neither hurries nor waits. */
  inMs?: number
}

export interface JobSender {
  /** Asked before a transaction that may send: what the queue has to look up first is not looked up inside it. */
  ready(): Promise<void>
  /** Hands a job to the worker. It leaves with the COMMIT of `tx`: no effect without its job, no job without its effect. */
  send(tx: Transaction, name: string, data: object, options?: JobOptions): Promise<void>
  close(): Promise<void>
}

export function openJobSender(connectionString: string): JobSender {
  // A connection of its own: asking for one of the pool while holding another is how a full pool locks itself up.
  const queue = openQueue(
    { connectionString, name: 'eclusa-queue', size: 1 },
    { supervise: false, schedule: false },
    () => {},
  )
  let started: Promise<void> | undefined

  /** At the first write and not when the process starts, so that a process can start while the database is away. */
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
          return { rows: [{ id: 'leaves with the commit' }] }
        },
      }
      await queue.boss.send(name, data, { ...(inMs > 0 && { startAfter: inMs / 1000 }), db })
    },
    close: () => queue.close(),
  }
}

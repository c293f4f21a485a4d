import type pg from 'pg'
import { PgBoss, type SendOptions } from 'pg-boss'
import type { Transaction } from '../db/transaction.ts'
import { QUEUE_SCHEMA } from './boss.ts'

export interface JobSender {
  /** Hands a job to the worker. It leaves with the COMMIT of `tx`: no effect without its job, no job without its effect. */
  send(
    tx: Transaction,
    name: string,
    data: object,
    options?: Pick<SendOptions, 'startAfter' | 'singletonKey'>,
  ): Promise<void>
  close(): Promise<void>
}

export function openJobSender(pool: pg.Pool): JobSender {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  let started: Promise<unknown> | undefined
  return {
    async send(tx, name, data, options = {}) {
      // At the first job and not when the process starts, so that a process can start while the database is away.
      started ??= boss.start().catch((error: unknown) => {
        started = undefined
        throw error
      })
      await started
      const db = {
        async executeSql(text: string, values: unknown[] = []) {
          tx.write({ text, values })
          return { rows: [{ id: 'leaves with the commit' }] }
        },
      }
      await boss.send(name, data, { ...options, db })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

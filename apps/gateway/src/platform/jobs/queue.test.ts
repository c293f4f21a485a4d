import { setTimeout as pause } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { createSilentConnection, type SilentLine } from '@eclusa/testing/silent-connection.ts'
import { waitForStandby } from '@eclusa/testing/standby.ts'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createQueue, type Queue } from './queue.ts'

let db: TestDatabase
let line: SilentLine
let queue: Queue

beforeEach(async () => {
  db = await cloneDatabase()
  line = await createSilentConnection(db.worker)
  queue = createQueue(
    { connectionString: line.url, name: 'queue-test', size: 2, statementTimeoutMs: 500 },
    { supervise: false, schedule: false },
    () => {},
  )
  await queue.boss.start()
})
afterEach(async () => {
  await queue.close()
  await line.close()
  await db.drop()
})

it('a queue with lost packets works again on other connections', async () => {
  const heard: string[] = []
  await queue.boss.work('verify-client', { pollingIntervalSeconds: 0.5 }, async ([job]) => void heard.push(job!.id))
  line.silent = true
  // Long enough for a poll to be lost. Its connection is then never usable again.
  await pause(1_500)
  const lostAt = queue.answeredAt()
  line.silent = false
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data) values ('verify-client', '{}') returning id`,
  )
  await expect.poll(() => heard).toEqual([rows[0]!.id])
  expect(queue.answeredAt()).toBeGreaterThan(lostAt)
})

it.skipIf(process.env['DATABASE_URL'])(
  'a job is not begun while the replicas may not know that it is taken',
  async () => {
    const [name, login] = [new URL(db.worker).pathname.slice(1), new URL(db.worker).username]
    // Off for the other tests, which share the server.
    await db.admin.query(`alter role ${login} in database ${name} set synchronous_commit = on`)
    const waiting = createQueue(
      { connectionString: db.worker, name: 'queue-waits', size: 2 },
      { supervise: false, schedule: false },
      () => {},
    )
    await waiting.boss.start()
    const heard: string[] = []
    try {
      await waitForStandby(inject('adminUrl'), 'nobody_by_this_name')
      await db.admin.query(`insert into pgboss.job_common (name, data) values ('verify-client', '{}')`)
      await waiting.boss.work(
        'verify-client',
        { pollingIntervalSeconds: 0.5 },
        async ([job]) => void heard.push(job!.id),
      )
      const taken = async () => {
        await db.admin.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'queue-waits' and wait_event = 'SyncRep'`,
        )
        return (await db.admin.query<{ state: string }>('select state from pgboss.job_common')).rows[0]!.state
      }
      await expect.poll(taken).toBe('active')
      await pause(500)
      expect(heard).toEqual([])
    } finally {
      await waitForStandby(inject('adminUrl'), '')
      await waiting.close()
    }
  },
)

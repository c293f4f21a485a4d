import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { openSilentLine, type SilentLine } from '../../../test/support/silent-line.ts'
import { openQueue, type Queue } from './queue.ts'

let db: TestDatabase
let line: SilentLine
let queue: Queue

beforeEach(async () => {
  db = await cloneDatabase()
  line = await openSilentLine(db.worker)
  queue = openQueue(
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

it('a queue whose packets were lost is heard from again, on other connections', async () => {
  const heard: string[] = []
  await queue.boss.work('verify-client', { pollingIntervalSeconds: 0.5 }, async ([job]) => void heard.push(job!.id))
  line.silent = true
  // Long enough for a poll to be lost, whose connection is then dead for ever.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const lostAt = queue.answeredAt()
  line.silent = false
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data) values ('verify-client', '{}') returning id`,
  )
  await expect.poll(() => heard).toEqual([rows[0]!.id])
  expect(queue.answeredAt()).toBeGreaterThan(lostAt)
})

import { randomUUID } from 'node:crypto'
import { seedClient } from '@eclusa/simulators/seed.ts'
import { afterAll, beforeAll } from 'vitest'
import { createTestGateway, type TestGateway, type TestUser } from './gateway.ts'

/** Clients of one user with a long history: how many, and the entries of each. */
export interface TestActivity {
  gateway: TestGateway
  user: TestUser
  clients: string[]
  entriesEach: number
  /** Adds entries, spread over these clients, many of them within one millisecond. */
  append(count: number, to: string[]): Promise<void>
}

const CLIENTS = 100
const ENTRIES = 10_000

/**
 * For one test file, ready before its tests. The rows are inserted directly, as the gateway would write them: ten thousand
 * requests would take long, and no two would fall into one millisecond.
 */
export function createTestActivity(): TestActivity {
  const test = {
    clients: Array.from({ length: CLIENTS }, () => randomUUID() as string),
    entriesEach: ENTRIES / CLIENTS,
    async append(count, to) {
      const client = await test.gateway.db.admin.connect()
      // A trigger makes the chain.
      await client.query('begin; set local session_replication_role = origin')
      await client.query(
        `insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, metadata, request_id, event_created_at)
         select $1, ($2::uuid[])[1 + n % $3::int], gen_random_uuid(), gen_random_uuid(), 'gateway', 'ACCOUNT_UPDATED', 'ACTIVE', '{"n": 1}',
           'request', date_trunc('milliseconds', clock_timestamp())
         from generate_series(1, $4::int) n`,
        [test.user.user_id, to, to.length, count],
      )
      await client.query('commit')
      client.release()
    },
  } as TestActivity

  beforeAll(async () => {
    test.gateway = await createTestGateway()
    test.user = await test.gateway.user()
    for (const client_id of test.clients) await seedClient(test.gateway.db.admin, test.user.user_id, client_id)
    await test.append(ENTRIES, test.clients)
  })
  afterAll(() => test.gateway.close())
  return test
}

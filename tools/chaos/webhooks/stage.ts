import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { createDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { type SeededUser, seed, seedAccount } from '@eclusa/simulators/seed.ts'
import type pg from 'pg'

const main = fileURLToPath(new URL('../../../apps/gateway/src/main.ts', import.meta.url))

/** A worker process. It is ready once it delivers: killing it earlier would test nothing. */
export interface Worker {
  process: ChildProcess
  isReady: boolean
}

/** A gateway for drills: the API in this process, workers as processes that can be killed. */
export interface WebhookDrillEnvironment {
  base_url: string
  user: SeededUser
  db: pg.Pool
  accounts: string[]
  patch(account_id: string, body: object): Promise<Response>
  endpoint(url: string): Promise<{ id: string; secret: string }>
  startWorker(): Worker
  close(): Promise<void>
}

/** Short retry delays, and enough retries that a randomly failing sink does not exhaust them. */
const RETRIES = Array.from({ length: 40 }, (_, n) => (n < 3 ? 0.2 : 1)).join(',')

export async function openStage(adminUrl: string, accountCount: number): Promise<WebhookDrillEnvironment> {
  const name = `eclusa_drill_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(database, pepper)
  const user = users[0]!
  const issuer = await startIssuer(users)
  const environment = {
    LOG_LEVEL: 'info',
    ...gatewayEnvironment({ database, issuer, pepper }),
    WEBHOOK_RETRY_DELAYS_SECONDS: RETRIES,
    WEBHOOK_TIMEOUT_SECONDS: '2',
  }
  const api = await runApi(readApiSettings({ ...environment, LOG_LEVEL: 'error' }))
  const token = await issuer.token(user)
  const db = openAdminPool(adminUrl, name, 4)
  db.on('error', () => {})
  const accounts = Array.from({ length: accountCount }, () => randomUUID())
  for (const account_id of accounts) await seedAccount(db, user.user_id, user.client_id, account_id)

  const ask = (method: string, path: string, body: object) =>
    fetch(api.base_url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, nonce: randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    base_url: api.base_url,
    user,
    db,
    accounts,
    patch: (account_id, body) => ask('PATCH', `/v1/crossborder/clients/${user.client_id}/accounts/${account_id}`, body),
    async endpoint(url) {
      const body = { url, event_types: ['crossborder.account.updated'] }
      const answer = await ask('POST', '/v1/webhooks/endpoints', body)
      if (answer.status !== 201) throw new Error(`the endpoint was refused: ${await answer.text()}`)
      return (await answer.json()) as { id: string; secret: string }
    },
    startWorker: () => asWorker(spawn(process.execPath, [main, 'worker'], { env: { ...environment, ...compiled } })),
    async close() {
      await api.stop()
      await issuer.close()
      await db.end()
    },
  }
}

/** It is ready once it logs that it runs. */
export function asWorker(process: ChildProcess): Worker {
  const worker = { process, isReady: false }
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (line: Buffer) => (worker.isReady ||= line.includes('worker_running')))
  return worker
}

/** Kills a worker like a power failure, and waits until it is gone. */
export async function kill({ process }: Worker): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const gone = once(process, 'exit')
  process.kill('SIGKILL')
  await gone
}

/** Queues events without the API: only their delivery is measured. */
export async function queueEvents(
  { db, user, accounts }: Pick<WebhookDrillEnvironment, 'db' | 'user' | 'accounts'>,
  endpoint_id: string,
  count: number,
): Promise<void> {
  const now = Date.now()
  const ids = Array.from({ length: count }, () => uuidv7(now))
  await db.query(
    `with told as (
       insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
       select $1, id, 'crossborder.account.updated', $3, 1000 + n, '{"status": "ACTIVE"}', 'drill', $4
       from unnest($5::uuid[]) with ordinality as made (id, n)
       returning user_id, id, type, created_at)
     insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at)
     select user_id, webhook_delivery_id(id, $2), $2, id, type, created_at from told`,
    [user.user_id, endpoint_id, accounts[0], new Date(now), ids],
  )
}

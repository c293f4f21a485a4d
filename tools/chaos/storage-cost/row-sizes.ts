import { randomBytes, randomUUID } from 'node:crypto'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { readApiSettings, readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { createDatabase, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { seed } from '@eclusa/simulators/seed.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { type RowSize, readFamilies, rowSizes } from './families.ts'

const AT_ONCE = 8
const OPERATOR_TOKEN = randomBytes(32).toString('hex')
const DRAIN_MS = 120_000
const CLIENTS = '/v1/crossborder/clients'

/**
 * Sends so many of each kind of request through a gateway and waits until all resulting work is done; then reports the disk
 * space per row of each table that grew. Dead row versions count until they are vacuumed.
 */
export async function measureRows(adminUrl: string, count: number, say: (line: string) => void): Promise<RowSize[]> {
  const name = `eclusa_sizes_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(database, pepper)
  const user = users[0]!
  const [issuer, registry, sink] = await Promise.all([startIssuer(users), startBilletRegistry(), startWebhookSink()])
  const environment = {
    ...gatewayEnvironment({ database, issuer, pepper }),
    BILLET_REGISTRY_URL: registry.url,
    OPERATOR_TOKEN,
    LOG_LEVEL: 'silent',
  }
  const api = await runApi(readApiSettings(environment))
  const worker = await runWorker(readWorkerSettings(environment))
  const admin = openAdminPool(adminUrl, name, 2)

  async function send(method: string, path: string, body: object): Promise<{ id?: string }> {
    const response = await fetch(api.base_url + path, {
      method,
      headers: { 'x-api-key': user.api_key, nonce: randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { id?: string }
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`)
    return answer
  }
  const isDone = async () =>
    (
      await admin.query<{ done: boolean }>(`
        select not exists (select from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%')
          and not exists (select from eclusa.webhook_deliveries where status = 'PENDING') as done`)
    ).rows[0]!.done

  try {
    await send('POST', '/v1/webhooks/endpoints', { url: `${sink.url}/sizes` })
    const before = await readFamilies(admin)

    say(`${count} clients, each with an account that is changed once …`)
    await each(count, async (n) => {
      const { id: client_id } = await send('POST', CLIENTS, { ...shown('createClient'), document: `P${1_000_000 + n}` })
      const accounts = `${CLIENTS}/${client_id}/accounts`
      const { id } = await send('POST', accounts, { ...shown('createAccount'), account_number: `${1_000_000 + n}` })
      await send('PATCH', `${accounts}/${id}`, { nickname: `changed ${n}` })
    })

    say(`${count} billets decoded …`)
    await each(count, (n) =>
      send('POST', '/v2/banking/billet-payments/decode', {
        typeable_line: sampleBankSlip({ due_date: '2027-06-16', amount: 100_000 + n }).line,
      }),
    )

    say(`${count} transactions of a ledger …`)
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' }
    for (let sent = 0; sent < count; sent += 100) {
      const transactions = Array.from({ length: Math.min(100, count - sent) }, () => samplePayment(user, new Date()))
      const body = JSON.stringify({ transactions })
      const answer = await fetch(`${worker.internal_url}/v1/transactions`, { method: 'POST', headers, body })
      const { created } = (await answer.json()) as { created: number }
      if (created !== transactions.length) throw new Error(`${created} of ${transactions.length} were taken in`)
    }

    say('until all that follows is done …')
    if ((await until(isDone, DRAIN_MS)) === undefined) throw new Error('jobs or webhooks are left')
    // Lines of the request log are written once a second, and when a process ends.
    await api.stop()
    await worker.stop()
    return rowSizes(before, await readFamilies(admin), count / 2)
  } finally {
    await Promise.all([registry.close(), sink.close(), issuer.close()])
    await admin.end()
    await dropDatabase(adminUrl, name)
  }
}

/** Runs the work `count` times, a few in parallel. */
async function each(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

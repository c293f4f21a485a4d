import { randomUUID } from 'node:crypto'
import { decideNotification } from '@eclusa/gateway/src/areas/pix-infractions/decide-notification.ts'
import { createInternalPipeline } from '@eclusa/gateway/src/http/internal-api/internal-pipeline.ts'
import { runAsUser } from '@eclusa/gateway/src/http/transaction.ts'
import { createInternalServer } from '@eclusa/gateway/src/platform/http/internal.ts'
import { createReadiness } from '@eclusa/gateway/src/platform/http/readiness.ts'
import { jobs, operatorRoutes } from '@eclusa/gateway/src/worker.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { TestDict } from './dict.ts'
import type { TestUser } from './gateway.ts'
import { createTestPix, type TestPix } from './pix.ts'
import { startDeliverer } from './worker.ts'

const OPERATOR_TOKEN = 'operator-token-of-an-institution-0001'

export interface InstitutionReport {
  id: string
  type: string
  object_id: string
  sequence: number
  data: Record<string, unknown>
}
type InstitutionBody = Record<string, unknown>

/** A bank with a gateway of its own: its API, its core's port and its webhooks on the network, its jobs by the minute. */
export interface TestingInstitution {
  ispb: string
  pix: TestPix
  /** A user with a wallet there, who receives webhooks. */
  client(): Promise<TestUser>
  /** A request of a client, over HTTP. */
  call(as: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; body: InstitutionBody }>
  /** A request of the core, on the internal port. */
  core(method: 'GET' | 'POST', path: string, body?: unknown): Promise<InstitutionBody>
  /** An analyst's decision on a waiting notification. */
  decide(as: TestUser, id: string, verdict: 'AGREED' | 'DISAGREED'): Promise<void>
  /** Runs every minutely job once. */
  work(): Promise<void>
  /** Once the webhooks have sent exactly these events of an object, numbered from one without a gap. */
  hears(object_id: string, names: string[]): Promise<InstitutionReport[]>
  /** All webhooks so far, each with a verified signature. */
  heard(): InstitutionReport[]
  close(): Promise<void>
}

export async function createInstitution(dict: TestDict, ispb: string): Promise<TestingInstitution> {
  const pix = await createTestPix({ OPERATOR_TOKEN, INFRACTION_DEFAULT_VERDICT: 'DISAGREED' }, { dict, ispb })
  const { gateway, worker } = pix
  const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const readiness = createReadiness([], worker.log, worker.metrics)
  const own = { INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: 0, STOP_TIMEOUT_SECONDS: 30 }
  const internal = await createInternalServer(own, worker.metrics, readiness, (app) =>
    createInternalPipeline(app, worker, operatorRoutes),
  )
  const sink = await startWebhookSink()
  const deliverer = startDeliverer(gateway.db)
  const secrets = new Map<string, Webhook>()
  const everyMinute = jobs.filter(({ cron }) => cron === '* * * * *')

  const told = (object_id: string) =>
    bank
      .heard()
      .filter((event) => event.object_id === object_id)
      .toSorted((a, b) => a.sequence - b.sequence)
  const bank: TestingInstitution = {
    ispb,
    pix,
    async client() {
      const user = await gateway.user()
      await seedNetworks(gateway.db.admin, user.user_id)
      const hook = await bank.call(user, 'POST', '/v1/webhooks/endpoints', { url: `${sink.url}/${user.user_id}` })
      expect(hook.status).toBe(201)
      secrets.set(`/${user.user_id}`, new Webhook(String(hook.body['secret'])))
      return user
    },
    async call({ token }, method, path, body) {
      const headers = { authorization: `Bearer ${token}`, nonce: randomUUID() }
      return exchange(`${url}${path}`, method, headers, body)
    },
    async core(method, path, body) {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
      const answer = await exchange(`${internal.url}${path}`, method, headers, body)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
      return answer.body
    },
    async decide({ user_id }, id, analysis_result) {
      const verdict = {
        analysis_result,
        analysis_details: null,
        analysis_fraud_type: analysis_result === 'AGREED' ? ('MULE_ACCOUNT' as const) : null,
        decided_by: 'ana',
        decision_reason: 'visto na conta',
      }
      expect(await runAsUser(worker, user_id, 'ana', (tx) => decideNotification(tx, id, () => verdict))).toBeDefined()
    },
    async work() {
      for (const job of everyMinute) await pix.run(job)
    },
    async hears(object_id, names) {
      await expect.poll(() => told(object_id).length).toBeGreaterThanOrEqual(names.length)
      expect(told(object_id).map(({ type }) => type.split('.').at(-1))).toEqual(names)
      expect(told(object_id).map(({ sequence }) => sequence)).toEqual(names.map((_, at) => at + 1))
      return told(object_id)
    },
    heard: () =>
      sink.heard.map(({ path, body, headers }) => {
        secrets.get(path)!.verify(body, headers as Record<string, string>)
        return JSON.parse(body) as InstitutionReport
      }),
    async close() {
      await deliverer.stop()
      await internal.close()
      await pix.close()
      await sink.close()
    },
  }
  return bank
}

async function exchange(url: string, method: string, headers: Record<string, string>, body: unknown) {
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(url, { method, ...sent, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: (await answer.json()) as InstitutionBody }
}

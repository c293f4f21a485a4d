import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulatorClients } from '@eclusa/gateway/src/areas/simulations/simulator-clients.ts'
import { readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import type { SimulatedDict } from '@eclusa/simulators/dict/dict.ts'
import { dictEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { expect } from 'vitest'
import { createTestDict, OURS } from './dict.ts'
import { testEnvironment } from './environment.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from './gateway.ts'

const OPERATOR_TOKEN = 'operator-token-for-tests-operator-token'

/** A whole test installation in one process: API, worker, and all partners. */
export interface TestInstallation {
  gateway: TestGateway
  dict: SimulatedDict
  sink: WebhookSink
  /** The user whose events the sink receives. */
  user: TestUser
  post(url: string, body: object): Promise<TestResponse>
  /** The same, for an expected success. */
  simulate(name: string, body: object): Promise<{ record_id: string; awaited_events: string[]; look_at: string }>
  advance(body: { seconds: number } | { to: string }): Promise<{ now: string; ahead_seconds: number }>
  /** Until the sink received this event of the record. */
  heard(type: string, object_id: string): Promise<void>
  close(): Promise<void>
}

export async function createTestInstallation(): Promise<TestInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  const [test, checks, registry, sink, port] = await Promise.all([
    createTestDict(),
    startOnboardingChecks(),
    startBilletRegistry(),
    startWebhookSink(),
    freePort(),
  ])
  const { simulated: dict } = test
  const settings = {
    INSTALLATION: 'test',
    OBJECT_DISK_PATH: folder,
    ...dictEnvironment(dict, OURS),
    BILLET_REGISTRY_URL: registry.url,
    ONBOARDING_CHECKS_URL: checks.url,
    ONBOARDING_CHECKS_TOKEN: checks.token,
    ONBOARDING_CHECKS_PAUSE_SECONDS: '1',
    FUND_RECOVERY_FOLLOW_SECONDS: '1',
    SIMULATOR_DICT_URL: dict.control_url,
    SIMULATOR_CHECKS_URL: checks.url,
    SIMULATOR_BILLETS_URL: registry.url,
    SIMULATOR_LEDGER_URL: `http://127.0.0.1:${port}`,
    SIMULATOR_LEDGER_TOKEN: OPERATOR_TOKEN,
  }
  const gateway = await createTestGateway(settings, {
    dict: test.as(OURS),
    counterparts: createSimulatorClients(settings, async () => {}),
  })
  await gateway.simulators.installClock()
  const ofWorker = { ...testEnvironment(gateway.db), ...settings, OPERATOR_TOKEN, INTERNAL_PORT: String(port) }
  const worker = await runWorker(readWorkerSettings({ ...ofWorker, LOG_LEVEL: 'silent' }))
  const user = await gateway.user()
  await seedNetworks(gateway.db.admin, user.user_id)

  const post = (url: string, body: object) => gateway.ask({ method: 'POST', url, as: user, body })
  const done = async <T>(url: string, sent: object) => {
    const { status, body } = await post(url, sent)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body as T
  }
  await done('/v1/webhooks/endpoints', { url: `${sink.url}/hook` })
  return {
    gateway,
    dict,
    sink,
    user,
    post,
    simulate: (name, body) => done(`/sandbox/simulations/${name}`, body),
    advance: (body) => done('/sandbox/clock/advance', body),
    async heard(type, object_id) {
      const told = () =>
        sink.heard
          .map(({ body }) => JSON.parse(body) as { type: string; object_id: string })
          .filter((event) => event.object_id === object_id)
          .map((event) => event.type)
      await expect.poll(told).toContain(type)
    },
    async close() {
      await worker.stop()
      await gateway.close()
      await Promise.all([test.close(), checks.close(), registry.close(), sink.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { daysAfter } from '@eclusa/simulators/billet-registry/charges.ts'
import { LIES } from '@eclusa/simulators/billet-registry/fault-responses.ts'
import type { Choice } from '@eclusa/simulators/billet-registry/magic.ts'
import { type SandboxRegistry, startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayInSaoPaulo } from '../../platform/clock.ts'

/** A registry that is down, slow or returns wrong data: 503 within the timeout, nothing stored, and never a 201. */

const TIMEOUT_MS = 600
/** Time allowed for the rest of the request, on a busy machine. */
const SLACK_MS = 400
const due_date = daysAfter(dayInSaoPaulo(new Date()), 30)

let registry: SandboxRegistry
let gateway: TestGateway
let user: TestUser

async function open(settings: NodeJS.ProcessEnv) {
  gateway = await createTestGateway({ BILLET_REGISTRY_TIMEOUT_MS: String(TIMEOUT_MS), ...settings })
  user = await gateway.user()
}
beforeEach(async () => {
  registry = await startBilletRegistry()
})
afterEach(async () => {
  await gateway.close()
  await registry.close()
})

async function decode(fate: Choice['fate'], version: 'v1' | 'v2' = 'v1') {
  const typeable_line = sampleBankSlip({ due_date, ...(fate && { fate }) }).line
  const url = `/${version}/banking/billet-payments/decode`
  const started = performance.now()
  const answer = await gateway.ask({ method: 'POST', url, as: user, body: { typeable_line } })
  return { ...answer, tookMs: performance.now() - started }
}

async function kept(): Promise<unknown[]> {
  const tables = ['billet_decodes', 'events', 'replay_claims']
  return Promise.all(tables.map(async (table) => (await gateway.db.admin.query(`select * from ${table}`)).rows))
}

const NOTHING = [[], [], []]
const refusal = { status: 503, body: { code: 'BILLET_REGISTRY_UNAVAILABLE' } }

describe.each(['v1', 'v2'] as const)('503 of %s', (version) => {
  it.each(['down', 'slow'] as const)(
    'when the registry is %s, and the same request passes once it is not',
    async (fate) => {
      await open({ BILLET_REGISTRY_URL: registry.url })
      const answer = await decode(fate, version)
      expect(answer).toMatchObject(refusal)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
      expect(await kept()).toEqual(NOTHING)
      expect(await decode(undefined, version)).toMatchObject({ status: 201 })
    },
  )

  it('when the configured registry does not exist', async () => {
    await registry.close()
    await open({ BILLET_REGISTRY_URL: registry.url })
    const answer = await decode(undefined, version)
    expect(answer).toMatchObject(refusal)
    expect(answer.tookMs).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    expect(await kept()).toEqual(NOTHING)
  })

  it('when none is configured', async () => {
    await open({ BILLET_REGISTRY_URL: undefined })
    expect(await decode(undefined, version)).toMatchObject(refusal)
    expect(await kept()).toEqual(NOTHING)
  })

  it(`for each of ${LIES.length} invalid responses, and the log contains the rule it broke`, async () => {
    await open({ BILLET_REGISTRY_URL: registry.url })
    const outcomes: Record<string, number> = {}
    for (const [lie, [name]] of LIES.entries()) {
      const answer = await decode({ lie }, version)
      outcomes[`${name}: ${answer.body['code']}`] = answer.status
      expect(answer.tookMs, name).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    }
    expect(outcomes).toEqual(Object.fromEntries(LIES.map(([name]) => [`${name}: BILLET_REGISTRY_UNAVAILABLE`, 503])))
    expect(await kept()).toEqual(NOTHING)
    expect(gateway.logged.join('')).toContain('"error_code":"CHARGES_DO_NOT_ADD_UP"')
    expect(await decode(undefined, version)).toMatchObject({ status: 201 })
  })
})

describe('many callers', () => {
  it('of a registry that is down are rejected at once after the first few, and served again when it is back', async () => {
    await open({ BILLET_REGISTRY_URL: registry.url })
    await Promise.all(Array.from({ length: 8 }, () => decode('down')))
    const answer = await decode(undefined)
    expect(answer).toMatchObject(refusal)
    expect(answer.tookMs).toBeLessThan(SLACK_MS)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1)
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers['retry-after']) * 1000))
    expect(await decode(undefined)).toMatchObject({ status: 201 })
  })
})

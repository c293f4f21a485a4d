import { dayInSaoPaulo } from '@eclusa/gateway/src/platform/clock.ts'
import { daysAfter } from '@eclusa/simulators/billet-registry/charges.ts'
import { type SandboxRegistry, startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { type BankSample, sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from './gateway.ts'

export const V1 = '/v1/banking/billet-payments/decode'
export const V2 = '/v2/banking/billet-payments/decode'
export const today = dayInSaoPaulo(new Date())
/** A Wednesday, so that no weekend comes between the due date and its charges. */
export const soon = wednesdayAfter(daysAfter(today, 20))
export const past = wednesdayAfter(daysAfter(today, -40))

type BilletsHeaders = Record<string, string>
type BilletRow = Record<string, unknown>

/** A gateway that decodes billets of a registry of its own. */
export interface TestBillets {
  gateway: TestGateway
  registry: SandboxRegistry
  user: TestUser
  /** A slip no test has used before, because replay protection is on. */
  slip(sample?: BankSample): { line: string; barcode: string; amount: number }
  decode(typeable_line: unknown, headers?: BilletsHeaders, url?: string): Promise<TestResponse>
  /** The same for an expected rejection, which must leave everything unchanged. */
  refuses(typed: unknown, expected: object, headers?: BilletsHeaders): Promise<TestResponse>
  /** Everything a decode may write. */
  stateOf(user: TestUser): Promise<{ decodes: BilletRow[]; events: BilletRow[]; claims: BilletRow[] }>
  /** No digits, document or name of any decoded billet is in a log line. */
  expectDiscreetLogs(): void
}

/** All of it for one test file about one version, ready before its tests. */
export function createTestBillets(version: string): TestBillets {
  let printed = 0
  const test = {
    slip(sample = {}) {
      printed += 1
      const { amount = 100_000 + printed } = sample
      return { ...sampleBankSlip({ due_date: soon, ...sample, amount }), amount }
    },
    decode: (typeable_line, headers = {}, url = version) =>
      test.gateway.ask({ method: 'POST', url, as: test.user, body: { typeable_line }, headers }),
    async refuses(typed, expected, headers) {
      const before = await test.stateOf(test.user)
      const answer = await test.decode(typed, headers)
      expect(answer).toMatchObject(expected)
      expect(await test.stateOf(test.user)).toEqual(before)
      return answer
    },
    async stateOf({ user_id }) {
      const read = async (table: string) =>
        (await test.gateway.db.admin.query<BilletRow>(`select * from ${table} where user_id = $1`, [user_id])).rows
      return {
        decodes: await read('billet_decodes'),
        events: await read('events'),
        claims: await read('replay_claims'),
      }
    },
    expectDiscreetLogs() {
      const lines = test.gateway.logged.join('\n')
      expect(lines).toContain('decodeBillet')
      for (const secret of ['52998224725', '982247', '0448056168623793', 'Joana']) expect(lines).not.toContain(secret)
    },
  } as TestBillets

  beforeAll(async () => {
    test.registry = await startBilletRegistry()
    test.gateway = await createTestGateway({ BILLET_REGISTRY_URL: test.registry.url })
    test.user = await test.gateway.user()
  })
  afterAll(async () => {
    await test.gateway.close()
    await test.registry.close()
  })
  return test
}

function wednesdayAfter(date: string): string {
  return daysAfter(date, (10 - new Date(date).getUTCDay()) % 7)
}

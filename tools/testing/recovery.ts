import { randomUUID } from 'node:crypto'
import { advanceFundRecovery } from '@eclusa/gateway/src/areas/pix-fund-recovery/advance-fund-recovery.job.ts'
import { perform } from '@eclusa/simulators/dict/handle.ts'
import { type OperationName, operations } from '@eclusa/simulators/dict/operations.ts'
import { settle } from '@eclusa/simulators/dict/settle.ts'
import type { SentShape } from '@eclusa/simulators/dict/shapes.ts'
import type { DictTransaction, Recovery, World } from '@eclusa/simulators/dict/state.ts'
import type { AskGateway, TestResponse, TestUser } from './gateway.ts'
import { createTestPix, type TestPix } from './pix.ts'

export const RECOVERIES = '/v1/pix/fund-recovery-requests'

/** The events of a request whose money came back, in order. */
export const wholeWay = [
  'created',
  'submitted',
  'tracked',
  'analysis_requested',
  'analysed',
  'refund_requested',
  'completed_approved',
]

/** A user who contests a payment, and all other parties: the gateway, its worker, DICT and the other banks. */
export interface TestRecovery {
  pix: TestPix
  world: World
  /** The user and the payment of the running test. `begin` creates new ones. */
  user: TestUser
  payment: DictTransaction & { transaction_id: string }
  begin(): Promise<void>
  /** The body that contests the payment. */
  body(): Record<string, unknown>
  create(changes?: object): Promise<TestResponse>
  /** The same, for an expected success. Returns the id of the request. */
  created(): Promise<string>
  cancel(id: string, headers?: Record<string, string>, query?: string): Promise<TestResponse>
  get(id: string): Promise<TestResponse>
  update(id: string, changes: object, headers?: Record<string, string>): Promise<TestResponse>
  advance(id: string): Promise<void>
  /** The user's requests as they are stored. */
  stateOf(): Promise<Record<string, unknown>[]>
  /** DICT's records of the payment. */
  held(): Recovery[]
  /** Runs an operation as another bank, with all of DICT's checks. */
  as(bank: string, name: OperationName, sent: Record<string, SentShape>): void
  /** Every bank of the graph analyses, or only the named one. */
  analyse(dict_id: string, verdict: 'AGREED' | 'DISAGREED', only?: string): void
  /** Every asked bank returns all of it, or only the named one. */
  refund(dict_id: string, only?: string): void
  pass(ms: number): void
  /** Advances time and runs the worker, until nothing more can happen. */
  drain(id: string): Promise<void>
  /** A request whose payment the other banks are analysing. */
  untilAnalysis(): Promise<{ id: string; dict_id: string }>
  close(): Promise<void>
}

export async function createTestRecovery(): Promise<TestRecovery> {
  const pix = await createTestPix()
  const { world, buckets, faults } = pix.test.simulated
  const ask = (request: AskGateway) => pix.gateway.ask(request)
  const test: TestRecovery = {
    pix,
    world,
    user: await pix.gateway.user(),
    payment: undefined as never,
    async begin() {
      test.user = await pix.gateway.user()
      test.payment = await pix.sent(test.user, { amount: 1_000_00 })
      faults.clear()
    },
    body: () => ({
      transaction_id: test.payment.transaction_id,
      reason: 'FRAUD',
      fraud_reason: 'FRAUD',
      description: 'Golpe por telefone.',
    }),
    create: (changes = {}) =>
      ask({ method: 'POST', url: RECOVERIES, as: test.user, body: { ...test.body(), ...changes } }),
    async created() {
      const { status, body } = await test.create()
      if (status !== 201) throw new Error(`the request was refused: ${JSON.stringify(body)}`)
      return String(body['id'])
    },
    cancel: (id, headers = {}, query = '') =>
      ask({ method: 'DELETE', url: `${RECOVERIES}/${id}/cancel${query}`, as: test.user, headers }),
    update: (id, body, headers = {}) =>
      ask({ method: 'PATCH', url: `${RECOVERIES}/${id}`, as: test.user, headers, body }),
    get: (id) => ask({ url: `${RECOVERIES}/${id}`, as: test.user }),
    advance: (id) => pix.run(advanceFundRecovery, { user_id: test.user.user_id, id }),
    async stateOf() {
      const { admin } = pix.gateway.db
      const all = 'select * from fund_recovery_requests where user_id = $1 order by created_at'
      return (await admin.query<Record<string, unknown>>(all, [test.user.user_id])).rows
    },
    held: () => world.recoveries.group(test.payment.id),
    as(caller, name, sent) {
      const operation = operations[name]
      const id = operation.idName ? String(sent[operation.idName]) : ''
      const asked = { world, buckets, caller, id, query: new URLSearchParams() }
      perform(operation, asked, { participant: caller, ...sent })
    },
    analyse(dict_id, analysis_result, only) {
      for (const { id: infraction_report_id, counterparty_participant: bank } of world.reports.group(dict_id)) {
        if (only !== undefined && bank !== only) continue
        test.as(bank, 'acknowledgeInfractionReport', { infraction_report_id })
        const fraud = analysis_result === 'AGREED' ? { fraud_type: 'MULE_ACCOUNT' } : {}
        test.as(bank, 'closeInfractionReport', { infraction_report_id, analysis_result, ...fraud })
      }
    },
    refund(dict_id, only) {
      for (const refund of world.refunds.group(dict_id)) {
        const { id: refund_id, refund_amount, refund_account, contested_participant: bank } = refund
        if (only !== undefined && bank !== only) continue
        const kind = refund_account ? 'E' : 'D'
        test.as(bank, 'closeRefund', {
          refund_id,
          refund_analysis_result: 'TOTALLY_ACCEPTED',
          refund_transaction_id: `${kind}${bank}202602021020${randomUUID().replaceAll('-', '').slice(0, 11)}`,
          effective_refunded_amount: (refund_amount / 100).toFixed(2),
        })
      }
    },
    pass(ms) {
      world.clock.advance(ms)
      settle(world)
    },
    async drain(id) {
      for (let n = 0; n < 3; n += 1) {
        test.pass(15_000)
        await test.advance(id)
      }
    },
    async untilAnalysis() {
      const id = await test.created()
      await test.advance(id)
      test.pass(5_000)
      await test.advance(id)
      return { id, dict_id: test.held()[0]!.id }
    },
    close: () => pix.close(),
  }
  return test
}

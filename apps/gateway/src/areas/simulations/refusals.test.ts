import { randomUUID } from 'node:crypto'
import { examples } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceClock } from './advance-clock.ts'
import { simulateBilletPaid } from './billet-paid.ts'
import { simulateFaceVerdict } from './face-verdict.ts'
import { getClock } from './get-clock.ts'
import { simulateInfractionReported } from './infraction-reported.ts'
import { simulateInstitutionAnalyses } from './institution-analyses.ts'
import { simulatePaymentArrives } from './payment-arrives.ts'
import { simulateRefundPaid } from './refund-paid.ts'
import { simulationRoutes } from './routes.ts'
import { createSimulatorClients } from './simulator-clients.ts'
import { simulateStepVerdict } from './step-verdict.ts'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const simulate = ({ path: url }: { path: string }, body: object) => gateway.ask({ method: 'POST', url, as: user, body })

describe('404', () => {
  it.each([
    [simulateInfractionReported, { transaction_id: randomUUID() }],
    [simulateInstitutionAnalyses, { fund_recovery_request_id: randomUUID(), analysis_result: 'AGREED' }],
    [simulateRefundPaid, { fund_recovery_request_id: randomUUID() }],
    [simulateStepVerdict, { onboarding_id: randomUUID(), step: 'CAF', verdict: 'APPROVED' }],
    [simulateFaceVerdict, { onboarding_id: randomUUID(), verdict: 'REJECTED' }],
    [simulateBilletPaid, { decode_id: randomUUID() }],
  ])('$0.name for a missing record', async (route, body) => {
    expect(await simulate(route, body)).toMatchObject({ status: 404, body: { code: 'SIMULATION_SUBJECT_NOT_FOUND' } })
  })
})

describe('on a live installation', () => {
  let live: TestGateway
  beforeAll(async () => {
    live = await createTestGateway({}, { counterparts: undefined })
  })
  afterAll(() => live.close())

  it('all of it returns the response of an unknown address', async () => {
    const as = await live.user()
    for (const { method, path: url, example: body } of simulationRoutes)
      expect(await live.ask({ method, url, as, body })).toMatchObject({
        status: 404,
        body: { code: 'ROUTE_NOT_FOUND' },
      })
  })

  it('and none of it is in the contract that a live installation serves', async () => {
    const { paths } = (await live.app.inject('/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(paths).filter((path) => path.startsWith('/sandbox'))).toEqual([])
    const { paths: all } = (await gateway.app.inject('/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(all)).toContain(getClock.path)
  })
})

describe('409', () => {
  it("for a second occurrence of a unique thing, with DICT's error code", async () => {
    const ask = { ...(await examples['simulateInfractionReported']!(gateway, user)), as: user }
    expect((await gateway.ask(ask)).status).toBe(200)
    const reason = 'InfractionReportAlreadyBeingProcessedForTransaction'
    expect(await gateway.ask(ask)).toMatchObject({ status: 409, body: { code: 'SIMULATION_REFUSED', reason } })
  })

  it('for a payment that was sent: no other participant reports it', async () => {
    const sent = await simulate(simulatePaymentArrives, { amount: 50_000, direction: 'SENT' })
    const answer = await simulate(simulateInfractionReported, { transaction_id: sent.body['record_id'] })
    expect(answer).toMatchObject({ status: 409, body: { code: 'SIMULATION_REFUSED', reason: 'NotADeposit' } })
  })

  it('for a refund that was not requested yet', async () => {
    const ask = await examples['simulateInstitutionAnalyses']!(gateway, user)
    const { fund_recovery_request_id } = ask.body as Record<string, string>
    const reason = 'FundsRecoveryOperationInvalid'
    expect(await simulate(simulateRefundPaid, { fund_recovery_request_id })).toMatchObject({
      status: 409,
      body: { reason },
    })
  })

  it('of a recovery that was not sent to DICT yet', async () => {
    const ask = await examples['simulateInstitutionAnalyses']!(gateway, user)
    const { fund_recovery_request_id: id } = ask.body as Record<string, string>
    await gateway.db.admin.query('update fund_recovery_requests set dict_id = null where id = $1', [id])
    expect(await gateway.ask({ ...ask, as: user })).toMatchObject({
      status: 409,
      body: { code: 'SIMULATION_REFUSED', reason: 'NotSubmitted' },
    })
  })
})

describe('422', () => {
  it.each([
    ['back', () => ({ to: new Date(Date.now() - 60_000).toISOString() })],
    ['nowhere', () => ({ to: '2020-01-01T00:00:00Z' })],
    ['too far', () => ({ to: new Date(Date.now() + 401 * 86_400_000).toISOString() })],
  ])('the clock does not go %s', async (_, body) => {
    await gateway.simulators.installClock()
    expect(await simulate(advanceClock, body())).toMatchObject({ status: 422, body: { code: 'CLOCK_OUT_OF_REACH' } })
  })
})

describe('503', () => {
  it('without simulators, and nothing is claimed', async () => {
    const nobody = 'http://127.0.0.1:1'
    const counterparts = createSimulatorClients(
      { SIMULATOR_DICT_URL: nobody, SIMULATOR_LEDGER_URL: nobody },
      async () => {},
    )
    const ask = { ...(await examples['simulatePaymentArrives']!(gateway, user)), headers: { nonce: randomUUID() } }
    const away = await createTestGateway({}, { counterparts })
    const as = await away.user()
    const answer = await away.ask({ ...ask, as })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'SIMULATOR_UNAVAILABLE' },
      headers: { 'retry-after': '2' },
    })
    const { rows } = await away.db.admin.query('select 1 from replay_claims where user_id = $1', [as.user_id])
    expect(rows).toEqual([])
    await away.close()
  })
})

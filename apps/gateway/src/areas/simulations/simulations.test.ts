import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { createTestInstallation, type TestInstallation } from '@eclusa/testing/installation.ts'
import { sendVideo } from '@eclusa/testing/liveness.ts'
import { field, file, NATURAL, personsOf, picture } from '@eclusa/testing/persons.ts'
import { RECOVERIES } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Every simulation changes its record through a simulator, then a job or callback of the gateway, and is visible in
 * the public API and a webhook. All tests share one installation, and no test makes any of the steps itself.
 */
let test: TestInstallation
beforeAll(async () => {
  test = await createTestInstallation()
})
afterAll(() => test.close())

const DAY = 86_400
const get = async (url: string) => (await test.gateway.ask({ url, as: test.user })).body

/** Waits until every event that the simulation announced was delivered. */
async function told({ record_id, awaited_events }: { record_id: string; awaited_events: string[] }): Promise<void> {
  for (const type of awaited_events) await test.heard(type, record_id)
}

const arrives = async (direction = 'RECEIVED') => {
  const arrived = await test.simulate('payment-arrives', { amount: 50_000, direction })
  await told(arrived)
  return arrived.record_id
}

describe('payment-arrives', () => {
  it.each([
    ['RECEIVED', { type: 'DEPOSIT', status: 'RECEIVED', amount: 50_000, available_amount: 50_000 }],
    ['SENT', { type: 'PAYMENT', status: 'CONFIRMED', amount: 50_000 }],
  ])('%s: it is among the transactions of the wallet', async (direction, expected) => {
    const id = await arrives(direction)
    const { data } = await get('/api/v2/transactions')
    expect((data as { id: string }[]).find((one) => one.id === id)).toMatchObject(expected)
  })
})

describe('infraction-reported and the clock', () => {
  it('emits an event, can be read, and gets no answer for seven days, which pass at once', async () => {
    const reported = await test.simulate('infraction-reported', { transaction_id: await arrives() })
    await told(reported)
    const before = await get(reported.look_at)
    expect(before).toMatchObject({ status: 'ACKNOWLEDGED', blocked_amount_status: 'BLOCKED' })
    const { now, ahead_seconds } = await test.advance({ to: String(before['due_date']) })
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(String(before['due_date'])))
    expect(ahead_seconds).toBeGreaterThan(6.9 * DAY)
    await test.heard('pix.infraction_notification.defaulted', reported.record_id)
    await test.heard('pix.infraction_notification.closed', reported.record_id)
    expect(await get(reported.look_at)).toMatchObject({ status: 'CLOSED' })
    // The time of the simulated DICT has advanced too, because DICT closed the report.
    const held = test.dict.world.reports.get(reported.record_id)!
    expect(Date.parse(held.last_modified)).toBeGreaterThan(Date.parse(held.creation_time) + 6.9 * DAY * 1000)
  })
})

describe('institution-analyses and refund-paid', () => {
  const contested = async () => {
    const fraud = { reason: 'FRAUD', fraud_reason: 'FRAUD', description: 'Golpe por telefone.' }
    const { body } = await test.post(RECOVERIES, { ...fraud, transaction_id: await arrives('SENT') })
    const id = String(body['id'])
    await test.heard('pix.fund_recovery_request.analysis_requested', id)
    return id
  }

  it('complete a recovery from a payment to its money in the wallet', async () => {
    const fund_recovery_request_id = await contested()
    await told(await test.simulate('institution-analyses', { fund_recovery_request_id, analysis_result: 'AGREED' }))
    const paid = await test.simulate('refund-paid', { fund_recovery_request_id })
    await test.heard('pix.fund_recovery_request.completed_approved', paid.record_id)
    // The ledger is searched every minute.
    await test.advance({ seconds: 60 })
    await told(paid)
    const request = await get(paid.look_at)
    expect(request).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: 50_000 })
    const [{ credit_transaction_id }] = request['refunds'] as [{ credit_transaction_id: string }]
    const { data } = await get('/api/v2/transactions')
    expect((data as { id: string }[]).find(({ id }) => id === credit_transaction_id)).toMatchObject({
      type: 'DEVOLUTION_RECEIVED',
      amount: 50_000,
    })
  })

  it('or end it without any', async () => {
    const fund_recovery_request_id = await contested()
    const refused = await test.simulate('institution-analyses', {
      fund_recovery_request_id,
      analysis_result: 'DISAGREED',
    })
    await told(refused)
    expect(await get(refused.look_at)).toMatchObject({ status: 'COMPLETED_REJECTED', refund_total_amount: 0 })
  })
})

describe('step-verdict and face-verdict', () => {
  /** A person whose step has no verdict until it is simulated; the video was sent with the documents. */
  async function waiting(step: 'CAF' | 'LIVENESS'): Promise<string> {
    const persons = personsOf(test.gateway, test.user)
    const id = await persons.natural(await persons.account({ document: magicCpf(step, 'waits', 1) }))
    // Captured now, on the clock of the installation.
    const captured_at = test.gateway.services.clock.now().toISOString()
    const video = await sendVideo(test.gateway, test.user, `${NATURAL}/${id}/liveness/video`, { captured_at })
    expect(video.status, JSON.stringify(video.body)).toBe(201)
    const papers = ['selfie', 'document_front', 'document_back', 'address_proof'].map((name) => file(name, picture()))
    const sent = await persons.send(`${NATURAL}/${id}/documents`, [field('document_file_type', 'rg'), ...papers])
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    return id
  }

  it('take an onboarding to its end', async () => {
    const onboarding_id = await waiting('CAF')
    const judged = { onboarding_id, step: 'CAF', verdict: 'APPROVED' }
    const step = await test.simulate('step-verdict', judged)
    await told(step)
    await test.heard('users.onboarding.finished', onboarding_id)
    expect(await get(step.look_at)).toMatchObject({ status: 'finished' })
    const again = await test.post('/sandbox/simulations/step-verdict', judged)
    expect(again).toMatchObject({ status: 409, body: { code: 'SIMULATION_REFUSED', reason: 'StepDecided' } })
  })

  it('or to another', async () => {
    const onboarding_id = await waiting('LIVENESS')
    await test.heard('users.onboarding.checks_approved', onboarding_id)
    const face = await test.simulate('face-verdict', { onboarding_id, verdict: 'REJECTED' })
    await told(face)
    expect(await get(face.look_at)).toMatchObject({ status: 'rejected' })
  })
})

describe('billet-paid', () => {
  it('is no longer open in the next query', async () => {
    const url = '/v2/banking/billet-payments/decode'
    const slip = { typeable_line: sampleBankSlip({ amount: 77_700 }).line }
    const { body } = await test.post(url, slip)
    await test.simulate('billet-paid', { decode_id: String(body['id']) })
    expect(await test.post(url, { typeable_line: slip.typeable_line.replace(/(.{5})/, '$1.') })).toMatchObject({
      status: 422,
      body: { code: 'BILLET_INVALID_STATE', state: 'PAID' },
    })
  })
})

describe('a year and more', () => {
  it('passes over months without partitions, and what happens then is delivered, signed with the simulated time', async () => {
    const { now } = await test.advance({ seconds: 400 * DAY })
    const id = await arrives()
    const { data } = await get('/v1/events')
    const event = (data as { object_id: string; created_at: string }[]).find(({ object_id }) => object_id === id)
    expect(Date.parse(event!.created_at)).toBeGreaterThanOrEqual(Date.parse(now))
    const { headers } = test.sink.heard.at(-1)!
    expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(60_000)
    expect(await get('/sandbox/clock')).toMatchObject({ ahead_seconds: expect.any(Number) as number })
  })
})

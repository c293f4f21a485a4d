import { randomUUID } from 'node:crypto'
import { FIRST, OTHER, refused } from '@eclusa/testing/dict.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeRecoveryEvents } from '../src/areas/pix-fund-recovery/consume-recovery-events.job.ts'
import { followFundRecoveries } from '../src/areas/pix-fund-recovery/follow-fund-recoveries.job.ts'
import { closeNotifications } from '../src/areas/pix-infractions/close-notifications.job.ts'
import { decideNotification } from '../src/areas/pix-infractions/decide-notification.ts'
import { pollNotifications } from '../src/areas/pix-infractions/poll-notifications.job.ts'
import { closeRefunds } from '../src/areas/pix-refunds/close-refunds.job.ts'
import { pollRefunds } from '../src/areas/pix-refunds/poll-refunds.job.ts'
import { releaseHeld } from '../src/areas/pix-refunds/release-held.job.ts'
import { reportPayment } from '../src/areas/pix-refunds/report-refund-payment.ts'
import { runAsUser } from '../src/http/transaction.ts'
import { getInfractionReport, listInfractionReports } from '../src/partners/dict/infraction-reports.ts'
import { asParticipant } from '../src/partners/dict/participants.ts'

/** A bank without a DICT connection of its own, whose clients we serve; and one with another direct participant. */
const INDIRECT = '5555AB55'
const THEIRS = '66666666'

let pix: TestPix
let user: TestUser
beforeAll(async () => {
  pix = await createTestPix({}, { indirect: [INDIRECT] })
  world().indirect.set(THEIRS, FIRST)
  user = await pix.gateway.user()
})
afterAll(() => pix.close())

const world = () => pix.test.simulated.world
const pass = (ms: number) => world().clock.advance(ms)

describe('a payment that a client of an indirect participant received', () => {
  it('is reported, acknowledged, decided, refunded on request and paid in the name of that participant', async () => {
    const payment = await pix.received(user, { to: INDIRECT, amount: 300_00 })
    const id = pix.report(payment, 'golpe', { counterparty_participant: INDIRECT, funds_recovery_id: randomUUID() })
    await pix.run(pollNotifications)
    expect(world().reports.get(id)).toMatchObject({ status: 'ACKNOWLEDGED' })
    const verdict = {
      analysis_result: 'AGREED' as const,
      analysis_details: null,
      analysis_fraud_type: 'MULE_ACCOUNT' as const,
      decided_by: 'ana',
      decision_reason: null,
    }
    await runAsUser(pix.worker, user.user_id, 'test', (tx) => decideNotification(tx, id, () => verdict))
    await pix.run(closeNotifications)
    expect(world().reports.get(id)).toMatchObject({ status: 'CLOSED', analysis_result: 'AGREED' })

    const at = world().clock.now().toISOString()
    const refund = world().refunds.save({
      id: randomUUID(),
      transaction_id: payment.id,
      refund_reason: 'FRAUD',
      refund_amount: 300_00,
      infraction_report_id: id,
      funds_recovery_id: randomUUID(),
      status: 'OPEN',
      requesting_participant: FIRST,
      contested_participant: INDIRECT,
      creation_time: at,
      last_modified: at,
    })
    await pix.run(pollRefunds)
    const paid = { paid_amount: 300_00, end_to_end_id: `D${INDIRECT}202611151020abcDEF12345` }
    await runAsUser(pix.worker, user.user_id, 'test', (tx) => reportPayment(tx, refund.id, paid))
    await pix.run(closeRefunds)
    expect(world().refunds.get(refund.id)).toMatchObject({ status: 'CLOSED', effective_refunded_amount: 300_00 })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'decided', 'closed', 'returned'])
  })

  it('is acknowledged in that name also while no ledger has reported it', async () => {
    const id = pix.report({ ...(await pix.received(user)), id: `E${FIRST}202611151020abcDEF12345` }, 'golpe', {
      counterparty_participant: INDIRECT,
    })
    await pix.run(pollNotifications)
    expect(world().reports.get(id)).toMatchObject({ status: 'ACKNOWLEDGED' })
  })

  it('is held for a recovery that DICT shows to that participant, and released when that ends', async () => {
    const payment = await pix.received(user, { to: INDIRECT, amount: 300_00 })
    const funds_recovery_id = randomUUID()
    const at = world().clock.now().toISOString()
    world().recoveries.save({
      id: funds_recovery_id,
      root_transaction_id: payment.id,
      situation_type: 'SCAM',
      contact_information: { email: 'a@b.example', phone: '+5511999999999' },
      status: 'COMPLETED',
      reporter_participant: FIRST,
      creation_time: at,
      last_modified: at,
      graph: { parameters: {} as never, transactions: [] },
    })
    const closed = { status: 'CLOSED', analysis_result: 'AGREED', counterparty_participant: INDIRECT } as const
    const id = pix.report(payment, 'golpe', { ...closed, funds_recovery_id })
    await pix.run(pollNotifications)
    await pix.run(releaseHeld)
    expect(await pix.told(id)).toEqual(['received', 'released'])
  })
})

describe('a payment that a client of an indirect participant sent', () => {
  it('is contested in the name of that participant, and followed to its end', async () => {
    const payment = await pix.sent(user, { from: INDIRECT, to: FIRST, amount: 800_00 })
    const body = { end_to_end_id: payment.id, reason: 'FRAUD', fraud_reason: 'FRAUD', description: 'Golpe.' }
    const asked = { method: 'POST', url: '/v1/pix/fund-recovery-requests', as: user, body } as const
    const id = String((await pix.gateway.ask(asked)).body['id'])
    for (let minute = 0; minute < 3; minute += 1) {
      pass(60_000)
      await pix.run(followFundRecoveries)
    }
    const [recovery] = world().recoveries.group(payment.id)
    expect(recovery).toMatchObject({ reporter_participant: INDIRECT, status: 'AWAITING_ANALYSIS' })
    const root = world().reports.group(recovery!.id)[0]!
    world().reports.save({
      ...root,
      status: 'CLOSED',
      analysis_result: 'DISAGREED',
      last_modified: world().clock.now().toISOString(),
    })
    pass(60_000)
    await pix.run(consumeRecoveryEvents)
    await pix.run(followFundRecoveries)
    pass(60_000)
    await pix.run(consumeRecoveryEvents)
    await pix.run(followFundRecoveries)
    expect((await pix.told(id)).at(-1)).toBe('completed_rejected')
  })
})

describe('DICT', () => {
  const dict = () => pix.worker.dict!

  it("refuses requests for a participant with another direct participant, or for another bank's", async () => {
    for (const participant of [THEIRS, FIRST, OTHER]) {
      expect(await listInfractionReports(asParticipant(dict(), participant), {})).toEqual(refused('Forbidden', 403))
    }
  })

  it('shows its records only to a request in its name, and one report only in that name', async () => {
    const id = pix.report(await pix.received(user, { to: INDIRECT }), 'golpe', { counterparty_participant: INDIRECT })
    const idsOf = async (as: typeof pix.worker.dict) => {
      const listed = await listInfractionReports(as!, { role: 'counterparty' })
      return listed.outcome === 'done' ? listed.value.infraction_reports.map((report) => report.id) : []
    }
    expect(await idsOf(dict())).toContain(id)
    expect(await idsOf({ ...dict(), indirect: [] })).not.toContain(id)
    expect(await getInfractionReport(dict(), id)).toEqual(refused('NotFound', 404))
    expect((await getInfractionReport(asParticipant(dict(), INDIRECT), id)).outcome).toBe('done')
  })
})

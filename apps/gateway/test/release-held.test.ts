import { randomUUID } from 'node:crypto'
import type { DictRefund, Recovery } from '@eclusa/simulators/dict/state.ts'
import { FIRST, OURS, SECOND } from '@eclusa/testing/dict.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeNotifications } from '../src/areas/pix-infractions/close-notifications.job.ts'
import { decideNotification } from '../src/areas/pix-infractions/decide-notification.ts'
import { pollNotifications } from '../src/areas/pix-infractions/poll-notifications.job.ts'
import { pollRefunds } from '../src/areas/pix-refunds/poll-refunds.job.ts'
import { releaseHeld } from '../src/areas/pix-refunds/release-held.job.ts'
import { runAsUser } from '../src/http/transaction.ts'

let pix: TestPix
let user: TestUser
let id: string
let recovery: Recovery

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const world = () => pix.test.simulated.world

/** A report of a recovery with other banks, agreed with by us. */
async function agree(ofRecovery = true): Promise<void> {
  const payment = await pix.received(user, { amount: 500_00 })
  const funds_recovery_id = randomUUID()
  id = pix.report(payment, 'golpe', ofRecovery ? { funds_recovery_id } : {})
  const at = world().clock.now().toISOString()
  recovery = {
    id: funds_recovery_id,
    root_transaction_id: payment.id,
    situation_type: 'SCAM',
    contact_information: { email: 'a@b.example', phone: '+5511999999999' },
    status: 'AWAITING_ANALYSIS',
    reporter_participant: FIRST,
    creation_time: at,
    last_modified: at,
    graph: { parameters: {} as never, transactions: [] },
  }
  if (ofRecovery) {
    // The report of another bank keeps it open.
    pix.report(payment, 'golpe', { funds_recovery_id, counterparty_participant: SECOND })
    world().recoveries.save(recovery)
  }
  await pix.run(pollNotifications)
  const verdict = {
    analysis_result: 'AGREED' as const,
    analysis_details: null,
    analysis_fraud_type: 'MULE_ACCOUNT' as const,
    decided_by: 'ana',
    decision_reason: null,
  }
  await runAsUser(pix.worker, user.user_id, 'test', (tx) => decideNotification(tx, id, () => verdict))
  await pix.run(closeNotifications)
  await pix.run(releaseHeld)
}

/** DICT ends or changes the recovery, with or without a notification. */
function become(status: Recovery['status'], told = true): void {
  const last_modified = world().clock.now().toISOString()
  world().recoveries.save({ ...recovery, status, last_modified })
  const event = { entity_type: 'FUNDS_RECOVERY', entity_id: recovery.id, timestamp: last_modified } as const
  if (told)
    world().events.push({
      ...event,
      id: world().events.length + 1,
      event: `FUNDS_RECOVERY_${status}`,
      participant: OURS,
    })
}

function askRefund(): string {
  const at = world().clock.now().toISOString()
  const refund: DictRefund = {
    id: randomUUID(),
    transaction_id: recovery.root_transaction_id,
    refund_reason: 'FRAUD',
    refund_amount: 500_00,
    infraction_report_id: id,
    funds_recovery_id: recovery.id,
    status: 'OPEN',
    requesting_participant: FIRST,
    contested_participant: OURS,
    creation_time: at,
    last_modified: at,
  }
  return world().refunds.save(refund).id
}

async function pass(ms: number): Promise<void> {
  world().clock.advance(ms)
  await pix.run(releaseHeld)
}

const block = async () => {
  const url = `/v1/pix/compliance/infraction-notifications/${id}`
  return (await pix.gateway.ask({ url, as: user })).body['blocked_amount_status']
}

// A DICT for each test: weeks pass here, and certificates of DICT are valid for one month.
beforeEach(async () => {
  pix = await createTestPix()
  user = await pix.gateway.user()
})
afterEach(() => pix.close())

describe('a block for a refund', () => {
  it('is released within the minute in which DICT reports that the recovery ended without one', async () => {
    await agree()
    expect(await block()).toBe('HELD_FOR_REFUND')
    become('COMPLETED')
    await pass(60_000)
    expect(await block()).toBe('RELEASED')
    expect((await pix.told(id)).slice(-2)).toEqual(['closed', 'released'])
    await pass(2 * HOUR_MS)
    expect((await pix.told(id)).filter((name) => name === 'released')).toHaveLength(1)
  })

  it('is released without a notification of DICT, by polling once an hour', async () => {
    await agree()
    become('COMPLETED', false)
    await pass(59 * 60_000)
    expect(await block()).toBe('HELD_FOR_REFUND')
    await pass(60_000)
    expect(await block()).toBe('RELEASED')
  })

  it('stays for as long as the other institution may request it: 72 hours from the last analysis, and an hour', async () => {
    await agree()
    become('ANALYSED')
    await pass(72 * HOUR_MS)
    expect(await block()).toBe('HELD_FOR_REFUND')
    await pass(HOUR_MS)
    expect(await block()).toBe('RELEASED')
  })

  it('stays while the refund is open, whatever the recovery and the time', async () => {
    await agree()
    askRefund()
    await pix.run(pollRefunds)
    become('COMPLETED')
    await pass(20 * DAY_MS)
    expect(await block()).toBe('HELD_FOR_REFUND')
  })

  it('stays eleven days from the report and no longer, where DICT reports no end', async () => {
    await agree()
    await pass(11 * DAY_MS - 60_000)
    expect(await block()).toBe('HELD_FOR_REFUND')
    await pass(HOUR_MS)
    expect(await block()).toBe('RELEASED')
  })

  it('stays as long for a report without a recovery, which is not polled', async () => {
    await agree(false)
    await pass(11 * DAY_MS - 60_000)
    expect(await block()).toBe('HELD_FOR_REFUND')
    await pass(HOUR_MS)
    expect(await block()).toBe('RELEASED')
  })

  it('stays while DICT is unavailable, and nothing is decided without a response', async () => {
    await agree()
    become('COMPLETED', false)
    pix.test.simulated.faults.add({ kind: 'unavailable', operation: 'getFundsRecovery' })
    await pass(HOUR_MS)
    expect(await block()).toBe('HELD_FOR_REFUND')
    await pass(60_000)
    expect(await block()).toBe('RELEASED')
  })

  it('can still be used after it was released', async () => {
    await agree()
    await pass(12 * DAY_MS)
    expect(await block()).toBe('RELEASED')
    const refund_id = askRefund()
    await pix.run(pollRefunds)
    expect(await pix.told(refund_id)).toEqual(['received'])
  })
})

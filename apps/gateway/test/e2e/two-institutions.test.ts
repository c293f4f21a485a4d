import type { TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allSay, createTwoParticipants, ONWARD, ROOT, type Swindle, type TwoBanks } from './two-participants.ts'

/**
 * Two gateways as two institutions, each with its own database, ISPB and certificates, at one DICT: over HTTP, mutual TLS
 * and signed XML. The events of each match the acts of the other, and both agree with DICT to the cent.
 */
let banks: TwoBanks
let swindle: Swindle
let id: string
let [mule, end]: TestUser[] = []

beforeAll(async () => {
  banks = await createTwoParticipants()
})
beforeEach(async () => {
  swindle = await banks.swindle()
  mule = swindle.mule
  end = swindle.end
  id = await swindle.contest()
})
afterAll(() => banks.close())

const LEFT = ROOT - ONWARD
const asked = ['created', 'submitted', 'tracked', 'analysis_requested']
const reported = ['received', 'acknowledged']

/** The events of the receiving bank about the report and the refund. */
async function told(of: TestUser | undefined, notification: string[], refund?: string[]): Promise<void> {
  await banks.b.hears(String((await swindle.notification(of!))['id']), [...reported, ...notification])
  if (refund) await banks.b.hears(String((await swindle.refund(of!))['id']), ['received', ...refund])
}

async function decideBoth(ofMule: 'AGREED' | 'DISAGREED', ofEnd: 'AGREED' | 'DISAGREED'): Promise<void> {
  await swindle.decide(mule!, ofMule)
  await swindle.decide(end!, ofEnd)
  await banks.minutes(3)
}

const blockOf = async (of: TestUser | undefined) => (await swindle.notification(of!))['blocked_amount_status']

describe('a payment of A whose money went on inside B', () => {
  it('is blocked in both layers, each for its part', async () => {
    expect(await swindle.request()).toMatchObject({ status: 'CREATED', tracking: { participants: 2, accounts: 3 } })
    expect(await swindle.notification(mule!)).toMatchObject({ amount: LEFT, transaction_depth: 0 })
    expect(await swindle.notification(end!)).toMatchObject({ amount: ONWARD, transaction_depth: 1 })
    const [received] = await banks.b.hears(String((await swindle.notification(end!))['id']), reported)
    expect(received!.data).toMatchObject({ blocked_amount: ONWARD, blocked_amount_status: 'BLOCKED' })
  })

  it('agreed with and paid in full, comes back whole', async () => {
    await swindle.answer(mule!, 'AGREED')
    await decideBoth('AGREED', 'AGREED')
    expect(await blockOf(mule)).toBe('HELD_FOR_REFUND')
    await swindle.payBack(mule!)
    await banks.minutes(3)
    await swindle.payBack(end!)
    await banks.minutes(3)

    expect(await swindle.request()).toMatchObject({ status: 'COMPLETED_APPROVED' })
    await banks.a.hears(id, [
      ...asked,
      'analysed',
      'refund_requested',
      'refund_received',
      'refund_credited',
      'completed_approved',
      'refund_credited',
    ])
    await told(mule, ['answered', 'decided', 'closed', 'returned'], ['refunded', 'closed'])
    await told(end, ['decided', 'closed', 'returned'], ['refunded', 'closed'])
    expect(await swindle.sums()).toEqual(allSay(ROOT))
  })

  it('paid in part, comes back in part, and the account is watched for the rest', async () => {
    await decideBoth('AGREED', 'AGREED')
    await swindle.payBack(mule!, 150_00)
    await swindle.payBack(end!, 599_99)
    await banks.minutes(4)

    expect(await swindle.request()).toMatchObject({ status: 'COMPLETED_APPROVED' })
    expect(await blockOf(end)).toBe('PARTIALLY_RETURNED')
    expect(await swindle.refund(mule!)).toMatchObject({
      status: 'CLOSED',
      monitored_until: expect.any(String) as string,
    })
    await told(mule, ['decided', 'closed', 'partially_returned'], ['partially_refunded', 'closed'])
    await told(end, ['decided', 'closed', 'partially_returned'], ['partially_refunded', 'closed'])
    expect(await swindle.sums()).toEqual(allSay(749_99))
  })

  it('with nothing left, ends with nothing, and the block is released', async () => {
    await decideBoth('AGREED', 'AGREED')
    await swindle.payNothing(mule!)
    await swindle.payNothing(end!)
    await banks.minutes(3)

    expect(await swindle.request()).toMatchObject({
      status: 'COMPLETED_REJECTED',
      refunds: [{ rejection_reason: 'NO_BALANCE' }, { rejection_reason: 'NO_BALANCE' }],
    })
    await banks.a.hears(id, [...asked, 'analysed', 'refund_requested', 'completed_rejected'])
    await told(mule, ['decided', 'closed', 'released'], ['rejected', 'closed'])
    await told(end, ['decided', 'closed', 'released'], ['rejected', 'closed'])
    expect(await swindle.sums()).toEqual(allSay(0))
  })

  it('disagreed with at the root, ends there, and no layer gets a refund request', async () => {
    await swindle.answer(mule!, 'DISAGREED')
    await decideBoth('DISAGREED', 'AGREED')
    await banks.minutes(2)

    expect(await swindle.request()).toMatchObject({ status: 'COMPLETED_REJECTED' })
    await banks.a.hears(id, [...asked, 'analysed', 'completed_rejected'])
    await told(mule, ['answered', 'decided', 'closed'])
    // The bank agreed with the second report and kept the money blocked for a refund that DICT never requests.
    await told(end, ['decided', 'closed', 'released'])
    expect([await blockOf(mule), await blockOf(end)]).toEqual(['RELEASED', 'RELEASED'])
    expect((await banks.b.call(end!, 'GET', '/v1/pix/refund-requests')).body['data']).toEqual([])
    expect(await swindle.sums()).toEqual(allSay(0))
  })

  it('without an answer of the receivers, gets the default decision before day 7', async () => {
    await banks.days(4.9)
    await told(mule, [])
    await banks.days(0.2)
    expect(await swindle.notification(mule!)).toMatchObject({ status: 'CLOSED', analysis_result: 'DISAGREED' })
    await told(mule, ['reminded', 'defaulted', 'closed'])
    await told(end, ['reminded', 'defaulted', 'closed'])
    const reports = swindle.reports()
    for (const { last_modified, creation_time } of reports)
      expect(Date.parse(last_modified)).toBeLessThan(Date.parse(creation_time) + 7 * 86_400_000)
    await banks.minutes(2)
    expect(await swindle.request()).toMatchObject({ status: 'COMPLETED_REJECTED' })
    await banks.a.hears(id, [...asked, 'analysed', 'completed_rejected'])
    expect(await swindle.sums()).toEqual(allSay(0))
  })

  it('cancelled after a report was agreed with, releases what was blocked for it', async () => {
    await swindle.decide(mule!, 'AGREED')
    await banks.minutes(2)
    expect(await blockOf(mule)).toBe('HELD_FOR_REFUND')
    await swindle.cancel()
    await banks.minutes(2)

    expect(await swindle.request()).toMatchObject({ status: 'CANCELED' })
    await banks.a.hears(id, [...asked, 'canceled'])
    await told(mule, ['decided', 'closed', 'cancelled'])
    await told(end, ['cancelled'])
    expect([await blockOf(mule), await blockOf(end)]).toEqual(['RELEASED', 'RELEASED'])
    expect(await swindle.sums()).toEqual(allSay(0))
  })

  it('cancelled while refunds are open, keeps sent payments, and the open one is closed', async () => {
    await decideBoth('AGREED', 'AGREED')
    await swindle.payBack(mule!)
    await banks.minutes(2)
    await swindle.cancel()
    await banks.minutes(3)

    expect(await swindle.request()).toMatchObject({ status: 'CANCELED', refund_total_amount: LEFT })
    await banks.a.hears(id, [
      ...asked,
      'analysed',
      'refund_requested',
      'refund_received',
      'refund_credited',
      'canceled',
    ])
    await told(mule, ['decided', 'closed', 'returned', 'cancelled'], ['refunded', 'closed'])
    await told(end, ['decided', 'closed', 'cancelled'], ['cancelled'])
    expect([await blockOf(mule), await blockOf(end)]).toEqual(['RETURNED', 'RELEASED'])
    expect(await banks.b.core('GET', '/v1/refund-requests?limit=100')).toEqual({ data: [] })
    expect(await swindle.sums()).toEqual(allSay(LEFT))
  })
})

describe('the webhooks of all of this, at either bank', () => {
  it('came once each, and without a gap in the numbers of an object', async () => {
    for (const bank of [banks.a, banks.b]) {
      const events = bank.heard()
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
      for (const [, ofOne] of Map.groupBy(events, ({ object_id }) => object_id)) {
        const numbers = ofOne.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
        expect(numbers).toEqual(numbers.map((_, at) => at + 1))
      }
    }
    expect(banks.b.heard().length).toBeGreaterThan(80)
  })
})

import { createTestParticipants, done, FIRST, pay, refused } from '@eclusa/testing/dict.ts'
import { describe, expect, it } from 'vitest'
import * as refunds from './refunds.ts'

const banks = createTestParticipants()

describe('refunds', () => {
  const ask = async (amount = 250_05) => {
    const payment = pay(banks.simulated)
    const asked = { refund_reason: 'OPERATIONAL_FLAW', refund_details: 'pago duas vezes' } as const
    const outcome = await refunds.createRefund(banks.ours, {
      transaction_id: payment.id,
      refund_amount: amount,
      ...asked,
    })
    return done(outcome).refund
  }

  it('creates and gets one, in cents', async () => {
    const refund = await ask()
    expect(refund).toMatchObject({ status: 'OPEN', refund_amount: 250_05, contested_participant: FIRST })
    expect(done(await refunds.getRefund(banks.first, refund.id)).refund).toEqual(refund)
    expect(await refunds.getRefund(banks.other, refund.id)).toEqual(refused('NotFound', 404))
  })

  it('is closed once, only by the participant from which it was requested', async () => {
    const { id } = await ask()
    const answer = { refund_analysis_result: 'TOTALLY_ACCEPTED', refund_transaction_id: `D${'7'.repeat(31)}` } as const
    expect(await refunds.closeRefund(banks.ours, id, answer)).toEqual(refused('Forbidden', 403))
    const closed = done(await refunds.closeRefund(banks.first, id, answer)).refund
    expect(closed).toMatchObject({ status: 'CLOSED', analysis_result: 'TOTALLY_ACCEPTED' })
    expect(done(await refunds.closeRefund(banks.first, id, answer)).refund).toEqual(closed)
    const rejected = { refund_analysis_result: 'REJECTED', refund_rejection_reason: 'NO_BALANCE' } as const
    expect(await refunds.closeRefund(banks.first, id, rejected)).toEqual(refused('RefundOperationInvalid'))
    expect(await refunds.cancelRefund(banks.ours, id)).toEqual(refused('RefundOperationInvalid'))
  })

  it('is rejected with a reason', async () => {
    const { id } = await ask()
    const answer = { refund_analysis_result: 'REJECTED', refund_rejection_reason: 'ACCOUNT_CLOSURE' } as const
    const closed = done(await refunds.closeRefund(banks.first, id, answer)).refund
    expect(closed).toMatchObject({ analysis_result: 'REJECTED', refund_rejection_reason: 'ACCOUNT_CLOSURE' })
  })

  it('is cancelled by its creator, idempotently', async () => {
    const { id } = await ask()
    expect(done(await refunds.cancelRefund(banks.ours, id)).refund.status).toBe('CANCELLED')
    expect(done(await refunds.cancelRefund(banks.ours, id)).refund.status).toBe('CANCELLED')
  })

  it('requires an agreed report when the reason is fraud', async () => {
    const asked = { transaction_id: pay(banks.simulated).id, refund_reason: 'FRAUD', refund_amount: 1 } as const
    expect(await refunds.createRefund(banks.ours, asked)).toEqual(refused('RefundInfractionReportNotFound'))
  })

  it('lists by cursor, each once', async () => {
    const since = banks.simulated.world.clock.now().toISOString()
    const asked = [await ask(), await ask(), await ask(), await ask(), await ask()]
    const seen: string[] = []
    let cursor: string | undefined
    for (let more = true; more; ) {
      const query = {
        participant_role: 'CONTESTED',
        modified_after: since,
        limit: 2,
        ...(cursor && { cursor }),
      } as const
      const page = done(await refunds.listRefunds(banks.first, query))
      seen.push(...page.refunds.map(({ id }) => id))
      more = page.has_more_elements
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
  })
})

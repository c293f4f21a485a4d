import { randomUUID } from 'node:crypto'
import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

describe('create', () => {
  it('201: by each of the three identifiers', async () => {
    expect(
      (await test.create({ transaction_id: undefined, end_to_end_id: test.payment.id })).body['transaction_id'],
    ).toBe(test.payment.transaction_id)
  })

  it('409: one live recovery per transaction, also of ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => test.create({ description: `${n}` })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
    const before = await test.stateOf()
    expect(await test.create({ description: 'outra' })).toMatchObject({
      status: 409,
      body: { code: 'FUND_RECOVERY_ALREADY_EXISTS', fund_recovery_request_id: before[0]!['id'] },
    })
    expect(await test.stateOf()).toEqual(before)
  })

  it.each<[object, number, string]>([
    [{ reason: 'GIFT' }, 400, 'REQUEST_MALFORMED'],
    [{ status: 'CREATED' }, 400, 'REQUEST_MALFORMED'],
    [{ description: ' ' }, 400, 'REQUEST_MALFORMED'],
    [{ transaction_id: undefined }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ end_to_end_id: 'E12345678202602281200abcdefghijk' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ fraud_reason: undefined }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ reason: 'PIX_AUTOMATIC_PSP_ERROR' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ contact_email: 'a@b.example' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ contact_email: 'Ana@b.example', contact_phone: '+5561988887777' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ contact_email: 'josé@b.example', contact_phone: '+5561988887777' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ reason: 'CANCEL_DEVOLUTION', fraud_reason: undefined }, 422, 'FUND_RECOVERY_TRANSACTION_NOT_CONTESTABLE'],
    [{ transaction_id: randomUUID() }, 404, 'FUND_RECOVERY_TRANSACTION_NOT_FOUND'],
  ])('%j: %i %s', async (changes, status, code) => {
    expect(await test.create(changes)).toMatchObject({ status, body: { code } })
    expect(await test.stateOf()).toEqual([])
  })

  it('422: a received payment cannot be contested by its receiver', async () => {
    test.payment = (await test.pix.received(test.user)) as typeof test.payment
    expect(await test.create({ transaction_id: undefined, end_to_end_id: test.payment.id })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'NOT_SENT' }, { code: 'NOT_CONFIRMED' }] },
    })
  })
})

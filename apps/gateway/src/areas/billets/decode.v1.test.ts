import { randomUUID } from 'node:crypto'
import { daysAfter } from '@eclusa/simulators/billet-registry/charges.ts'
import { issueBankSlip } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import { sampleCollectionSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { createTestBillets, past, soon, today, V1 } from '@eclusa/testing/billets.ts'
import { createTestGateway } from '@eclusa/testing/gateway.ts'
import { behind } from '@eclusa/testing/replica-lag.ts'
import { describe, expect, it } from 'vitest'

const test = createTestBillets(V1)

describe('201', () => {
  it.each([
    ['person', '***982247**'],
    ['company', '11222333000181'],
    ['companyWithLetters', '12ABC34501DE35'],
  ] as const)('shows the document of a %s as %s', async (beneficiary, document) => {
    const answer = await test.decode(test.slip({ beneficiary }).line)
    expect(answer).toMatchObject({ status: 201, body: { beneficiary_document: document } })
  })

  it('shows the document of a collection slip too, and no due date', async () => {
    const answer = await test.decode(sampleCollectionSlip({}).line)
    expect(answer).toMatchObject({
      status: 201,
      body: { original_amount: 13_312, beneficiary_document: '11222333000181' },
    })
    expect(answer.body).not.toHaveProperty('due_date')
  })

  it('does not report a reference value as an amount', async () => {
    const answer = await test.decode(sampleCollectionSlip({ valueIdentifier: '9', amount: 77 }).line)
    expect(answer).toMatchObject({ status: 201, body: { original_amount: 12_345 } })
  })

  it('calculates the charges for the date: early, then late', async () => {
    const early = await test.decode(test.slip({ terms: 'everything', amount: 100_100 }).line)
    expect(early.body).toMatchObject({
      original_amount: 100_100,
      charged_rebate_amount: 100,
      charged_discount_amount: 5000,
      charged_interest_amount: 0,
      charged_fine_amount: 0,
      charged_amount: 95_000,
      charged_amount_due_date: daysAfter(soon, -10),
    })
    const late = await test.decode(test.slip({ terms: 'everything', amount: 100_100, due_date: past }).line)
    const interest = Math.floor((100_000 * daysBetween(past, today)) / 3000)
    expect(late.body).toMatchObject({
      charged_rebate_amount: 100,
      charged_discount_amount: 0,
      charged_interest_amount: interest,
      charged_fine_amount: 2000,
      charged_amount: 102_000 + interest,
      charged_amount_due_date: today,
    })
  })

  it.each([
    ['anyAmount', { divergent_amount_type: 'ANY_AMOUNT' }],
    ['between', { divergent_amount_type: 'BETWEEN_MINIMUM_AND_MAXIMUM', min_amount: 25_000, max_amount: 100_000 }],
    ['minimum', { divergent_amount_type: 'ONLY_MINIMUM_AMOUNT', min_amount: 25_000 }],
    ['limited', { limit_due_date: daysAfter(soon, 30) }],
    ['amended', { original_amount: 51_000, charged_amount: 51_000, due_date: daysAfter(soon, 10) }],
  ] as const)('terms: %s', async (terms, expected) => {
    expect(await test.decode(test.slip({ terms, amount: 50_000 }).line)).toMatchObject({ status: 201, body: expected })
  })

  it('leaves the amount to the payer where the slip prints none', async () => {
    const answer = await test.decode(test.slip({ amount: 0 }).line)
    expect(answer).toMatchObject({ status: 201, body: { original_amount: 0, divergent_amount_type: 'ANY_AMOUNT' } })
  })

  it('uses the day in São Paulo, where it is still yesterday two hours after midnight in UTC', async () => {
    const registered = test.registry.asked.length
    const clock = { now: () => new Date(`${today}T02:00:00.000Z`) }
    const evening = await createTestGateway({ BILLET_REGISTRY_URL: test.registry.url }, { clock })
    const caller = await evening.user()
    const typeable_line = test.slip({ terms: 'fineAndInterest', due_date: daysAfter(today, -1) }).line
    const answer = await evening.ask({ method: 'POST', url: V1, as: caller, body: { typeable_line } })
    expect(answer).toMatchObject({ status: 201, body: { charged_fine_amount: 0, charged_interest_amount: 0 } })
    const { rows } = await evening.db.admin.query('select payment_date::text from billet_decodes')
    expect(rows).toEqual([{ payment_date: daysAfter(today, -1) }])
    expect(test.registry.asked).toHaveLength(registered + 1)
    await evening.close()
  })

  it('without a wallet, which this version ignores', async () => {
    const poor = await test.gateway.user()
    await test.gateway.db.admin.query('delete from wallets where user_id = $1', [poor.user_id])
    const body = { typeable_line: test.slip().line }
    expect(await test.gateway.ask({ method: 'POST', url: V1, as: poor, body })).toMatchObject({ status: 201 })
  })
})

describe('400', () => {
  it.each([
    ['nothing', undefined],
    ['a number', 23_790],
    ['null', null],
    ['more than any slip', '1'.repeat(101)],
  ])('%s for a line', async (_name, typed) => {
    await test.refuses(typed, {
      status: 400,
      body: { code: 'REQUEST_MALFORMED', errors: [{ pointer: '/body/typeable_line' }] },
    })
  })

  it('an unknown field', async () => {
    const body = { typeable_line: test.slip().line, wallet_id: test.user.wallet_id }
    expect(await test.gateway.ask({ method: 'POST', url: V1, as: test.user, body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/body/wallet_id', code: 'NOT_ALLOWED' }] },
    })
  })
})

describe('404', () => {
  it('a billet that the registry does not have', async () => {
    await test.refuses(test.slip({ fate: 'unknown' }).line, { status: 404, body: { code: 'BILLET_NOT_FOUND' } })
  })
})

describe('409', () => {
  it('an identical repeat, with the first decode; another nonce is accepted when the caller asks for it', async () => {
    const { line } = test.slip()
    const first = await test.decode(line)
    const state = await test.stateOf(test.user)
    expect(await test.decode(line)).toMatchObject({
      status: 409,
      body: { code: 'REPLAY', resource_id: first.body['id'] },
    })
    const after = await test.stateOf(test.user)
    expect({ ...after, claims: [] }).toEqual({ ...state, claims: [] })
    expect(await test.decode(line, { 'x-include-replay-protection-schema': 'nonce' })).toMatchObject({ status: 201 })
  })

  it('the id of another decode', async () => {
    const headers = { 'x-transaction-uuid': randomUUID() }
    await test.decode(test.slip().line, headers)
    await test.refuses(test.slip().line, { status: 409, body: { code: 'BILLET_DECODE_ID_TAKEN' } }, headers)
  })

  it('all but one of six slips sent at once with the same id', async () => {
    const id = randomUUID()
    const answers = await together(6, () => test.decode(test.slip().line, { 'x-transaction-uuid': id }))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { decodes } = await test.stateOf(test.user)
    expect(decodes.filter((kept) => kept['id'] === id)).toHaveLength(1)
  })
})

describe('422', () => {
  it.each([
    ['a letter', '2379A', [{ code: 'CHARACTER_NOT_ALLOWED' }], ['INPUT']],
    ['nothing typed', '', [{ code: 'LENGTH_WRONG' }], ['INPUT']],
    [
      'two blocks that do not agree',
      '26090387873966093725124200000008198000000002000',
      [
        { pointer: '/body/typeable_line', code: 'BLOCK_CHECK_DIGIT_WRONG', detail: expect.stringContaining('bloco 2') },
        { pointer: '/body/typeable_line', code: 'GENERAL_CHECK_DIGIT_WRONG' },
      ],
      ['BLOCK_2', 'BARCODE'],
    ],
    ['another currency', foreignSlip(), [{ code: 'CURRENCY_NOT_REAL' }], ['BLOCK_1']],
  ])('%s, with the block reported, and without a query to the registry', async (_name, typed, errors, blocks) => {
    const asked = test.registry.asked.length
    await test.refuses(typed, { status: 422, body: { code: 'BILLET_INVALID_FORMAT', errors, blocks } })
    expect(test.registry.asked).toHaveLength(asked)
  })

  it('reports the block in English on request', async () => {
    const answer = await test.decode('26090387873966093725124200000008198000000002000', { 'x-lang': 'en-US' })
    expect(answer.body['errors']).toMatchObject([{ detail: 'block 2: the check digit does not agree' }, {}])
  })

  it.each([-3001, 5501])('a slip due in %i days, outside the range that banks pay', async (days) => {
    await test.refuses(test.slip({ due_date: daysAfter(today, days) }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', errors: [{ code: 'DUE_DATE_OUTSIDE_WINDOW' }] },
    })
  })

  it('a slip past the last day on which the issuer accepts payment', async () => {
    const limit_due_date = daysAfter(past, 30)
    await test.refuses(test.slip({ terms: 'limited', due_date: past }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', limit_due_date },
    })
  })

  it('a slip of an earlier cycle, whose digits alone would give a due date in the future', async () => {
    await test.refuses(test.slip({ fate: 'ancient' }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', due_date: daysAfter(soon, -9000) },
    })
  })

  it('a bank that the registry does not know', async () => {
    await test.refuses(test.slip({ bankCode: '999' }).line, { status: 422, body: { code: 'BILLET_BANK_NOT_FOUND' } })
  })

  it.each([
    ['paid', 'PAID'],
    ['cancelled', 'CANCELLED'],
  ] as const)('a billet already %s', async (fate, state) => {
    await test.refuses(test.slip({ fate }).line, { status: 422, body: { code: 'BILLET_INVALID_STATE', state } })
  })
})

it('personal data of a decode is never in the log, nor are the digits', () => test.expectDiscreetLogs())

/** All requests wait for a table lock first, so that they run concurrently. */
const together = <T>(count: number, ask: () => Promise<T>) =>
  behind(test.gateway.db, { by: 'lock table billet_decodes in share mode', waiting: count }, () =>
    Promise.all(Array.from({ length: count }, ask)),
  )

function foreignSlip(): string {
  return issueBankSlip({
    bankCode: '237',
    currency: '0',
    factorAndAmount: '00000000012345',
    freeField: '0448056168623793601105800',
  }).line
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

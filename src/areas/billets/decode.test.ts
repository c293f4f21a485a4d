import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter } from '../../../sandbox/billet-registry/charges.ts'
import { issueBankSlip } from '../../../sandbox/billet-registry/issue-slips.ts'
import { type SandboxRegistry, startBilletRegistry } from '../../../sandbox/billet-registry/registry.ts'
import { type BankSample, sampleBankSlip, sampleCollectionSlip } from '../../../sandbox/billet-registry/samples.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { dayInSaoPaulo } from '../../base/clock.ts'

const V1 = '/v1/banking/billet-payments/decode'
const V2 = '/v2/banking/billet-payments/decode'
const today = dayInSaoPaulo(new Date())
/** A Wednesday, so that no weekend comes between the due date and its charges. */
const soon = wednesdayAfter(daysAfter(today, 20))
const past = wednesdayAfter(daysAfter(today, -40))

let registry: SandboxRegistry
let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  registry = await startBilletRegistry()
  gateway = await openTestGateway({ BILLET_REGISTRY_URL: registry.url })
  user = await gateway.user()
})
afterAll(async () => {
  await gateway.close()
  await registry.close()
})

let printed = 0
/** A slip no test has used before: replay protection is on, as it always is. */
function slip(sample: BankSample = {}) {
  printed += 1
  return sampleBankSlip({ due_date: soon, amount: 100_000 + printed, ...sample })
}

function decode(typeable_line: unknown, headers: Record<string, string> = {}, url = V1) {
  return gateway.ask({ method: 'POST', url, as: user, body: { typeable_line }, headers })
}

/** Everything a decode may leave behind. */
async function stateOf({ user_id }: TestUser) {
  const read = async (table: string) =>
    (await gateway.db.admin.query<Record<string, unknown>>(`select * from ${table} where user_id = $1`, [user_id])).rows
  return { decodes: await read('billet_decodes'), events: await read('events'), claims: await read('replay_claims') }
}

async function refuses(typed: unknown, expected: object, headers: Record<string, string> = {}, url = V1) {
  const before = await stateOf(user)
  const answer = await decode(typed, headers, url)
  expect(answer).toMatchObject(expected)
  expect(await stateOf(user)).toEqual(before)
  return answer
}

const required = [
  'id',
  'barcode',
  'typeable_line',
  'original_amount',
  'charged_amount',
  'charged_rebate_amount',
  'charged_interest_amount',
  'charged_fine_amount',
  'charged_discount_amount',
  'beneficiary_name',
  'beneficiary_bank_name',
  'beneficiary_document',
  'divergent_amount_type',
]

describe.each([V1, V2])('201 of %s', (url) => {
  it('answers the whole record, from the line, the masked line and the barcode', async () => {
    const { line, barcode } = slip()
    const masked = line.replace(/(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)/, '$1.$2 $3.$4 $5.$6 $7 ')
    for (const typed of [line, masked, barcode]) {
      const answer = await decode(typed, {}, url)
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.body).toSorted()).toEqual(
        [...required, 'due_date', 'charged_amount_due_date'].toSorted(),
      )
      expect(answer.body).toMatchObject({
        barcode,
        typeable_line: line,
        original_amount: 100_000 + printed,
        charged_amount: 100_000 + printed,
        due_date: soon,
        beneficiary_bank_name: 'Bradesco',
        beneficiary_document: '11222333000181',
        divergent_amount_type: 'DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT',
      })
    }
  })

  it('keeps the decode under its id, with one event and nothing personal in it', async () => {
    const { line } = slip({ beneficiary: 'person' })
    const { body } = await decode(line, {}, url)
    const { decodes, events } = await stateOf(user)
    const kept = decodes.find(({ id }) => id === body['id'])!
    expect(kept).toMatchObject({
      user_id: user.user_id,
      wallet_id: url === V2 ? user.wallet_id : null,
      typeable_line: line,
      beneficiary_document: '***982247**',
      registry_revision: '1',
    })
    expect(events.filter(({ object_id }) => object_id === body['id'])).toMatchObject([
      {
        type: 'billets.decode.created',
        sequence: '1',
        data: { decode_id: body['id'], ...(url === V2 && { wallet_id: user.wallet_id }) },
      },
    ])
  })

  it('takes the id the caller chose', async () => {
    const id = randomUUID()
    expect((await decode(slip().line, { 'x-transaction-uuid': id }, url)).body['id']).toBe(id)
  })
})

describe('201', () => {
  it.each([
    ['person', '***982247**'],
    ['company', '11222333000181'],
    ['companyWithLetters', '12ABC34501DE35'],
  ] as const)('shows the document of a %s as %s', async (beneficiary, document) => {
    const answer = await decode(slip({ beneficiary }).line)
    expect(answer).toMatchObject({ status: 201, body: { beneficiary_document: document } })
  })

  it('shows the document of a collection slip too, and no due date', async () => {
    const answer = await decode(sampleCollectionSlip({}).line)
    expect(answer).toMatchObject({
      status: 201,
      body: { original_amount: 13_312, beneficiary_document: '11222333000181' },
    })
    expect(answer.body).not.toHaveProperty('due_date')
  })

  it('does not take a reference value for money', async () => {
    const answer = await decode(sampleCollectionSlip({ valueIdentifier: '9', amount: 77 }).line)
    expect(answer).toMatchObject({ status: 201, body: { original_amount: 12_345 } })
  })

  it('charges by the date: early, then late', async () => {
    const early = await decode(slip({ terms: 'everything', amount: 100_100 }).line)
    expect(early.body).toMatchObject({
      original_amount: 100_100,
      charged_rebate_amount: 100,
      charged_discount_amount: 5000,
      charged_interest_amount: 0,
      charged_fine_amount: 0,
      charged_amount: 95_000,
      charged_amount_due_date: daysAfter(soon, -10),
    })
    const late = await decode(slip({ terms: 'everything', amount: 100_100, due_date: past }).line)
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
    expect(await decode(slip({ terms, amount: 50_000 }).line)).toMatchObject({ status: 201, body: expected })
  })

  it('leaves the amount to the payer where the slip prints none', async () => {
    const answer = await decode(slip({ amount: 0 }).line)
    expect(answer).toMatchObject({ status: 201, body: { original_amount: 0, divergent_amount_type: 'ANY_AMOUNT' } })
  })

  it('counts the day in São Paulo, where it is still yesterday two hours after midnight in UTC', async () => {
    const registered = registry.asked.length
    const clock = { now: () => new Date(`${today}T02:00:00.000Z`) }
    const evening = await openTestGateway({ BILLET_REGISTRY_URL: registry.url }, { clock })
    const caller = await evening.user()
    const typeable_line = slip({ terms: 'fineAndInterest', due_date: daysAfter(today, -1) }).line
    const answer = await evening.ask({ method: 'POST', url: V1, as: caller, body: { typeable_line } })
    expect(answer).toMatchObject({ status: 201, body: { charged_fine_amount: 0, charged_interest_amount: 0 } })
    const { rows } = await evening.db.admin.query('select payment_date::text from billet_decodes')
    expect(rows).toEqual([{ payment_date: daysAfter(today, -1) }])
    expect(registry.asked).toHaveLength(registered + 1)
    await evening.close()
  })
})

describe('the wallet', () => {
  it('named in the header is the one a v2 decode is kept for', async () => {
    const wallet_id = randomUUID()
    await gateway.db.admin.query(`insert into wallets (user_id, id, name) values ($1, $2, 'second')`, [
      user.user_id,
      wallet_id,
    ])
    const { body } = await decode(slip().line, { 'x-wallet-uuid': wallet_id }, V2)
    const { decodes } = await stateOf(user)
    expect(decodes.find(({ id }) => id === body['id'])).toMatchObject({ wallet_id })
  })

  it('of somebody else is 403, and the registry is not asked', async () => {
    const stranger = await gateway.user()
    const asked = registry.asked.length
    await refuses(
      slip().line,
      { status: 403, body: { code: 'WALLET_FORBIDDEN' } },
      { 'x-wallet-uuid': stranger.wallet_id },
      V2,
    )
    expect(registry.asked).toHaveLength(asked)
  })

  it('missing altogether is 422 in v2 and nothing to v1', async () => {
    const poor = await gateway.user()
    await gateway.db.admin.query('delete from wallets where user_id = $1', [poor.user_id])
    const ask = (url: string) => gateway.ask({ method: 'POST', url, as: poor, body: { typeable_line: slip().line } })
    expect(await ask(V2)).toMatchObject({ status: 422, body: { code: 'WALLET_NOT_ACTIVE' } })
    expect(await ask(V1)).toMatchObject({ status: 201 })
  })
})

describe('400', () => {
  it.each([
    ['nothing', undefined],
    ['a number', 23_790],
    ['null', null],
    ['more than any slip', '1'.repeat(101)],
  ])('%s for a line', async (_name, typed) => {
    await refuses(typed, {
      status: 400,
      body: { code: 'REQUEST_MALFORMED', errors: [{ pointer: '/body/typeable_line' }] },
    })
  })

  it('a field nobody asked for', async () => {
    const body = { typeable_line: slip().line, wallet_id: user.wallet_id }
    expect(await gateway.ask({ method: 'POST', url: V1, as: user, body })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/body/wallet_id', code: 'NOT_ALLOWED' }] },
    })
  })
})

it('401 without a credential', async () => {
  const body = { typeable_line: slip().line }
  expect(await gateway.ask({ method: 'POST', url: V2, body })).toMatchObject({ status: 401 })
})

describe('404', () => {
  it('what the registry does not hold', async () => {
    await refuses(slip({ fate: 'unknown' }).line, { status: 404, body: { code: 'BILLET_NOT_FOUND' } })
  })
})

describe('409', () => {
  it('an identical repeat, with the first decode; another nonce passes when the caller asks for that', async () => {
    const { line } = slip()
    const first = await decode(line)
    const state = await stateOf(user)
    expect(await decode(line)).toMatchObject({ status: 409, body: { code: 'REPLAY', resource_id: first.body['id'] } })
    const after = await stateOf(user)
    expect({ ...after, claims: [] }).toEqual({ ...state, claims: [] })
    expect(await decode(line, { 'x-include-replay-protection-schema': 'nonce' })).toMatchObject({ status: 201 })
  })

  it('the id of another decode', async () => {
    const headers = { 'x-transaction-uuid': randomUUID() }
    await decode(slip().line, headers)
    await refuses(slip().line, { status: 409, body: { code: 'BILLET_DECODE_ID_TAKEN' } }, headers)
  })

  it('all but one of six slips that come at once with the same id', async () => {
    const id = randomUUID()
    const answers = await together(6, () => decode(slip().line, { 'x-transaction-uuid': id }))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { decodes } = await stateOf(user)
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
  ])('%s, with the block named, and the registry not asked', async (_name, typed, errors, blocks) => {
    const asked = registry.asked.length
    await refuses(typed, { status: 422, body: { code: 'BILLET_INVALID_FORMAT', errors, blocks } })
    expect(registry.asked).toHaveLength(asked)
  })

  it('the block in English for those who ask', async () => {
    const answer = await decode('26090387873966093725124200000008198000000002000', { 'x-lang': 'en-US' })
    expect(answer.body['errors']).toMatchObject([{ detail: 'block 2: the check digit does not agree' }, {}])
  })

  it.each([-3001, 5501])('a slip due in %i days, outside what banks pay', async (days) => {
    await refuses(slip({ due_date: daysAfter(today, days) }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', errors: [{ code: 'DUE_DATE_OUTSIDE_WINDOW' }] },
    })
  })

  it('a slip past the last day the issuer takes it', async () => {
    const limit_due_date = daysAfter(past, 30)
    await refuses(slip({ terms: 'limited', due_date: past }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', limit_due_date },
    })
  })

  it('a slip of a cycle ago, which the digits alone would take for one still to be due', async () => {
    await refuses(slip({ fate: 'ancient' }).line, {
      status: 422,
      body: { code: 'BILLET_EXPIRED', due_date: daysAfter(soon, -9000) },
    })
  })

  it('a bank the registry does not know', async () => {
    await refuses(slip({ bankCode: '999' }).line, { status: 422, body: { code: 'BILLET_BANK_NOT_FOUND' } })
  })

  it.each([
    ['paid', 'PAID'],
    ['cancelled', 'CANCELLED'],
  ] as const)('a billet already %s', async (fate, state) => {
    await refuses(slip({ fate }).line, { status: 422, body: { code: 'BILLET_INVALID_STATE', state } })
  })
})

describe('what is kept', () => {
  it('is never in the log, nor are the digits', () => {
    const lines = gateway.logged.join('\n')
    expect(lines).toContain('decodeBilletV1')
    for (const secret of ['52998224725', '982247', '0448056168623793', 'Joana']) expect(lines).not.toContain(secret)
  })

  it('is out of reach in the scope of another, and cannot be changed in its own', async () => {
    const stranger = await gateway.user()
    const api = new pg.Client({ connectionString: gateway.db.api, options: '-c search_path=eclusa' })
    api.on('error', () => {})
    await api.connect()
    const count = async (scope: TestUser) => {
      await api.query(`select set_config('eclusa.user_id', $1, false)`, [scope.user_id])
      return (await api.query('select id from billet_decodes')).rowCount
    }
    expect(await count(stranger)).toBe(0)
    expect(await count(user)).toBeGreaterThan(0)
    await expect(api.query('update billet_decodes set charged_amount = 1')).rejects.toMatchObject({ code: '42501' })
    await expect(api.query('delete from billet_decodes')).rejects.toMatchObject({ code: '42501' })
    await api.end()
  })
})

/** Holds the table until every request stands before it, so that they really do come at once. */
async function together<T>(count: number, ask: () => Promise<T>): Promise<T[]> {
  const holder = await gateway.db.admin.connect()
  try {
    await holder.query('begin; lock table billet_decodes in share mode')
    const answers = Promise.all(Array.from({ length: count }, ask))
    // Not the holder: within a transaction PostgreSQL shows the activity of its first look for ever.
    const waiting = () =>
      gateway.db.admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`)
    while ((await waiting()).rowCount! < count) await new Promise((resolve) => setTimeout(resolve, 5))
    await holder.query('commit')
    return await answers
  } finally {
    holder.release()
  }
}

function foreignSlip(): string {
  return issueBankSlip({
    bankCode: '237',
    currency: '0',
    factorAndAmount: '00000000012345',
    freeField: '0448056168623793601105800',
  }).line
}

function wednesdayAfter(date: string): string {
  return daysAfter(date, (10 - new Date(date).getUTCDay()) % 7)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

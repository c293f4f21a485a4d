import { randomUUID } from 'node:crypto'
import {
  type SampleTransaction,
  sampleDeposit,
  samplePayment,
  sampleTransactions,
} from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let records: SampleTransaction[]
const now = new Date()

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  records = sampleTransactions(user, now)
  const results = await gateway.ingest(records, 'test', now)
  expect(results.map(({ outcome }) => outcome)).toEqual(records.map(() => 'CREATED'))
})
afterAll(() => gateway.close())

const list = async (query = '', headers: Record<string, string> = {}, as = user) =>
  gateway.ask({ url: `/api/v2/transactions${query}`, as, headers })
const ids = (body: Record<string, unknown>) => (body['data'] as { id: string }[]).map(({ id }) => id)
const newestFirst = (some: SampleTransaction[]) =>
  some.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).map(({ id }) => id)

describe('200', () => {
  it('shows ingested records, newest first, in cents and ISO times, without nulls', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(ids(body)).toEqual(newestFirst(records))
    const shown = new Map((body['data'] as SampleTransaction[]).map((transaction) => [transaction.id, transaction]))
    for (const { user_id: _, ...record } of records) expect(shown.get(record.id)).toEqual(record)
  })

  it('with an API key, at its original path', async () => {
    const { key } = await gateway.apiKey(user)
    const { status, headers, body } = await gateway.ask({ url: '/api/v2/transactions', headers: { 'x-api-key': key } })
    expect([status, ids(body).length]).toEqual([200, records.length])
    expect(headers['deprecation']).toBeDefined()
  })

  it.each<[string, (record: SampleTransaction) => boolean]>([
    ['?type=PAYMENT', ({ type }) => type === 'PAYMENT'],
    ['?type=DEVOLUTION', ({ type }) => type === 'DEVOLUTION'],
    ['?status=CONFIRMED', ({ status }) => status === 'CONFIRMED'],
    ['?type=PAYMENT&status=CONFIRMED', ({ type, status }) => type === 'PAYMENT' && status === 'CONFIRMED'],
    ['?type=DEPOSIT&status=SCHEDULED', () => false],
  ])('filters by %s', async (query, wanted) => {
    expect(ids((await list(query)).body)).toEqual(newestFirst(records.filter(wanted)))
  })

  it('filters by end-to-end id, case-sensitively, alone and with others', async () => {
    const [payment] = records as [SampleTransaction]
    const id = String(payment['end_to_end_id'])
    expect(ids((await list(`?end_to_end_id=${id}`)).body)).toEqual([payment.id])
    expect(ids((await list(`?end_to_end_id=${id}&type=PAYMENT&status=CONFIRMED`)).body)).toEqual([payment.id])
    expect(ids((await list(`?end_to_end_id=${id}&type=DEPOSIT`)).body)).toEqual([])
    const swapped = `${id.slice(0, -11)}${id.slice(-11).toUpperCase()}`
    if (swapped !== id) expect(ids((await list(`?end_to_end_id=${swapped}`)).body)).toEqual([])
  })

  it('includes the first moment of a period and excludes its last, whatever the offset', async () => {
    const byTime = records.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    const [from, to] = [byTime[1]!, byTime[3]!]
    const period = `created_at_start=${from.created_at}&created_at_end=${to.created_at}`
    expect(ids((await list(`?${period}`)).body)).toEqual([byTime[2]!.id, from.id])
    const offset = new Date(Date.parse(to.created_at) - 10_800_000).toISOString().replace('Z', '-03:00')
    const asInBrazil = `created_at_start=${from.created_at}&created_at_end=${encodeURIComponent(offset)}`
    expect(ids((await list(`?${asInBrazil}`)).body)).toEqual([byTime[2]!.id, from.id])
    expect((await list(`?created_at_start=${to.created_at}&created_at_end=${from.created_at}`)).status).toBe(400)
  })

  it('pages through months and equal times, both ways, with and without filters, without gaps or repeats', async () => {
    const owner = await gateway.user()
    const moments = [0, 0, 0, 31, 31, 62, 62, 62, 62, 200].map((days) => new Date(now.getTime() - days * 86_400_000))
    const many = moments.flatMap((at) => [samplePayment(owner, at), sampleDeposit(owner, at)])
    await gateway.ingest(many, 'test', now)
    const [from, to] = [moments[8]!.toISOString(), moments[3]!.toISOString()]
    const deposits = ({ type }: SampleTransaction) => type === 'DEPOSIT'
    const within = ({ created_at }: SampleTransaction) => created_at >= from && created_at < to
    const cases: [string, (record: SampleTransaction) => boolean][] = [
      ['', () => true],
      ['&type=DEPOSIT', deposits],
      ['&status=RECEIVED&type=DEPOSIT', deposits],
      ['&status=CONFIRMED', (record) => !deposits(record)],
      [`&created_at_start=${from}&created_at_end=${to}`, within],
      [`&type=DEPOSIT&created_at_start=${from}`, (record) => deposits(record) && record.created_at >= from],
      [`&created_at_end=${to}`, ({ created_at }) => created_at < to],
    ]
    for (const [filter, wanted] of cases) {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        let state = ''
        do {
          const { body } = await list(`?page_size=3&order=${order}${filter}${state}`, {}, owner)
          seen.push(...ids(body))
          state = body['page_state'] ? `&page_state=${String(body['page_state'])}` : ''
        } while (state)
        expect(seen.toSorted(), filter).toEqual(
          many
            .filter(wanted)
            .map(({ id }) => id)
            .toSorted(),
        )
        const times = seen.map((id) => many.find((record) => record.id === id)!.created_at)
        expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed())
      }
    }
  })
})

describe('the wallet', () => {
  it('shows only its own: the default wallet, or the one in the header, and never both', async () => {
    const owner = await gateway.user()
    const wallet_id = await gateway.wallet(owner)
    const [mine] = await gateway.payments(owner)
    const [other] = await gateway.payments({ ...owner, wallet_id })
    expect(ids((await list('', {}, owner)).body)).toContain(mine!.id)
    expect(ids((await list('', {}, owner)).body)).not.toContain(other!.id)
    const second = await list('', { 'x-wallet-uuid': wallet_id }, owner)
    expect(ids(second.body)).toContain(other!.id)
    expect(ids(second.body)).not.toContain(mine!.id)
    const foreign = await list(`?end_to_end_id=${String(other!['end_to_end_id'])}`, {}, owner)
    expect(foreign.body).toEqual({ data: [], has_next_page: false })
  })

  it('has its own page tokens', async () => {
    const owner = await gateway.user()
    const wallet_id = await gateway.wallet(owner)
    await gateway.payments(owner)
    const { body } = await list('?page_size=1', {}, owner)
    const query = `?page_size=1&page_state=${String(body['page_state'])}`
    expect((await list(query, {}, owner)).status).toBe(200)
    expect((await list(query, { 'x-wallet-uuid': owner.wallet_id }, owner)).status).toBe(200)
    expect(await list(query, { 'x-wallet-uuid': wallet_id }, owner)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/page_state' }] },
    })
  })

  it('must exist', async () => {
    const owner = await gateway.user()
    await gateway.db.admin.query(`update wallets set status = 'INACTIVE' where user_id = $1`, [owner.user_id])
    expect(await list('', {}, owner)).toMatchObject({ status: 422, body: { code: 'WALLET_NOT_ACTIVE' } })
  })
})

describe('400', () => {
  it.each([
    ['?status=PAID', '/query/status'],
    ['?type=REFUND', '/query/type'],
    ['?end_to_end_id=E1', '/query/end_to_end_id'],
    ['?end_to_end_id=', '/query/end_to_end_id'],
    ['?created_at_start=2026-02-30', '/query/created_at_start'],
    ['?created_at_start=0001-01-01T00:00:00Z', '/query/created_at_start'],
    ['?created_at_end=2026-01-01T00:00:00%2B23:59', '/query/created_at_end'],
    ['?created_at_end=2026-12-31T23:59:60Z', '/query/created_at_end'],
    ['?created_at_end=2026-02-30T00:00:00Z', '/query/created_at_end'],
    ['?page_size=101', '/query/page_size'],
    ['?sort=amount', '/query/sort'],
    [`?wallet_id=${randomUUID()}`, '/query/wallet_id'],
  ])('%s', async (query, pointer) => {
    const { status, body } = await list(query)
    expect(status).toBe(400)
    expect(body['errors']).toEqual([expect.objectContaining({ pointer })])
  })
})

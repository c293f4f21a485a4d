import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { NATURAL, naturalBody, newCpf, personsOf } from '@eclusa/testing/persons.ts'
import { planOf, scansOf } from '@eclusa/testing/plans.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The list over ten thousand onboardings with fifty thousand steps: number of statements, results and indexes. */
const ONBOARDINGS = 10_000
const RARE_CPF = newCpf()
const URL = '/v1/users/onboardings/with-steps'

let gateway: TestGateway
let wire: Wire
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway(
    // The request log would add statements to the count.
    { DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' },
    {},
    {
      between: async (url) => {
        wire = await createWire(url)
        return wire.url
      },
    },
  )
  user = await gateway.user()
  await seed(user)
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

/**
 * One a minute since the first of January, updated in the opposite order; one in a hundred rejected, one in ten a
 * company.
 */
async function seed({ user_id, product_id }: TestUser): Promise<void> {
  const { admin } = gateway.db
  await admin.query(
    `insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
       version, created_at, updated_at)
     select $1, gen_random_uuid(), $2, case when n % 10 = 0 then 'LEGAL_PERSON' else 'NATURAL_PERSON' end, 'pending', 'x',
       case when n = 777 then 'Zoraide Única' else 'Pessoa ' || n end,
       case when n = 777 then $3 else lpad(n::text, 11, '0') end, n || '@pessoa.example', true, 1, at, at
     from (select n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at
       from generate_series(1, $4::int) n) as minutes`,
    [user_id, product_id, RARE_CPF, ONBOARDINGS],
  )
  await admin.query(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, name_key,
       address, version, created_at, updated_at)
     select user_id, gen_random_uuid(), product_id, id, person_type,
       case when extract(minute from created_at) = 7 and extract(hour from created_at) = 3 then 'rejected'
         else 'in_process' end,
       document, full_name, case full_name when 'Zoraide Única' then 'zoraide única' else lower(full_name) end,
       '{"zip_code":"1","street":"a","number":1,"city":"b","federative_unit":"c","country":"d"}', 1,
       created_at, timestamptz '2026-12-31T00:00:00Z' - (created_at - timestamptz '2026-01-01T00:00:00Z')
     from user_accounts where user_id = $1`,
    [user_id],
  )
  await admin.query(
    `insert into onboarding_steps (user_id, onboarding_id, id, name, status, "order", version, created_at, updated_at)
     select user_id, onboardings.id, gen_random_uuid(), name, 'PENDING', place, 1, created_at, created_at
     from onboardings, unnest(array['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF', 'LIVENESS']) with ordinality as step (name, place)
     where user_id = $1`,
    [user_id],
  )
  await admin.query('analyze')
}

interface Listed {
  id: string
  full_name: string
  status: string
  person_type: string
  created_at: string
  updated_at: string
  steps: { name: string }[]
}
const list = async (query: string): Promise<Listed[]> => {
  const { status, body } = await gateway.ask({ url: `${URL}?${query}`, as: user })
  expect(status).toBe(200)
  return body['data'] as Listed[]
}
const escaped = (text: string) => encodeURIComponent(text)

describe('the cost of a page', () => {
  it('the same few statements for every page size: the scope twice, the onboardings, their steps', async () => {
    await list('page_size=1')
    const costs: Record<number, { executed: number; flushes: number }> = {}
    for (const size of [1, 2, 20, 100]) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      const before = { executed: wire.executed, flushes: wire.flushes }
      expect(await list(`page_size=${size}`)).toHaveLength(size)
      costs[size] = { executed: wire.executed - before.executed, flushes: wire.flushes - before.flushes }
    }
    expect(costs).toEqual(
      Object.fromEntries([1, 2, 20, 100].map((size) => [size, { executed: 4, flushes: expect.any(Number) as number }])),
    )
    for (const { flushes } of Object.values(costs)) expect(flushes).toBeLessThanOrEqual(4)
  })

  it('no further statement for an empty page', async () => {
    const before = wire.executed
    expect(await list('search=Ninguém')).toEqual([])
    expect(wire.executed - before).toBe(2)
  })
})

describe('the content of a page', () => {
  it('every onboarding once, newest first, each with its own five steps in order', async () => {
    const seen = new Set<string>()
    let state = ''
    do {
      const { body } = await gateway.ask({ url: `${URL}?page_size=100${state}`, as: user })
      for (const { id, steps } of body['data'] as Listed[]) {
        seen.add(id)
        expect(steps.map(({ name }) => name)).toEqual(['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF', 'LIVENESS'])
      }
      state = body['page_state'] === undefined ? '' : `&page_state=${String(body['page_state'])}`
    } while (state !== '')
    expect(seen.size).toBe(ONBOARDINGS)
  })

  it('by status, by kind of person, and by both', async () => {
    const rejected = await list('status=rejected&page_size=100')
    expect(rejected.length).toBeGreaterThan(0)
    expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set(['rejected']))
    const companies = await list('person_type=LEGAL_PERSON')
    expect(new Set(companies.map(({ person_type }) => person_type))).toEqual(new Set(['LEGAL_PERSON']))
    expect(await list('person_type=LEGAL_PERSON&status=pending')).toEqual([])
  })

  it('from a time, and before one, in either order', async () => {
    const [start, end] = ['2026-01-02T00:00:00.000Z', '2026-01-02T00:10:00.000Z']
    const period = `created_at_start=${start}&created_at_end=${end}`
    for (const sort of ['created_at', 'updated_at'])
      for (const order of ['asc', 'desc']) {
        const found = await list(`${period}&sort=${sort}&order=${order}`)
        const times = found.map(({ created_at }) => created_at)
        expect(times).toHaveLength(10)
        expect(times.toSorted()[0]).toBe(start)
        expect(times.every((at) => at < end)).toBe(true)
        const sorted = found.map((one) => one[sort as 'created_at'])
        expect(sorted).toEqual(order === 'asc' ? sorted.toSorted() : sorted.toSorted().toReversed())
      }
  })

  it.each([
    ['a whole document', RARE_CPF],
    ['a document with its mask', RARE_CPF.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')],
    ['how a name begins', 'Zorai'],
    ['the same in capitals', 'ZORAIDE Ú'],
    ['the same in small letters', 'zoraide ú'],
    ['accents spelled apart, and spaces to spare', ' zoraide  u\u0301ni'],
    ['the whole name', 'Zoraide Única'],
  ])('by %s', async (_name, search) => {
    for (const sort of ['created_at', 'updated_at'])
      expect((await list(`search=${escaped(search)}&sort=${sort}`)).map((one) => one.full_name)).toEqual([
        'Zoraide Única',
      ])
  })

  it.each(['Única', RARE_CPF.slice(0, 10), '%ora', 'Zor_ide'])(
    'by nothing in the middle, and by no pattern: %s',
    async (search) => {
      expect(await list(`search=${escaped(search)}`)).toEqual([])
    },
  )

  it('search results over several pages: every onboarding whose name has the prefix, once', async () => {
    const seen: string[] = []
    let state = ''
    do {
      const { body } = await gateway.ask({ url: `${URL}?page_size=50&search=pessoa%2099${state}`, as: user })
      seen.push(...(body['data'] as Listed[]).map((one) => one.full_name))
      state = body['page_state'] === undefined ? '' : `&page_state=${String(body['page_state'])}`
    } while (state !== '')
    expect(seen).toHaveLength(111)
    expect(new Set(seen).size).toBe(111)
  })

  it('of a very common prefix, the first thousand in alphabetical order, once each', async () => {
    const seen: string[] = []
    let state = ''
    do {
      const { body } = await gateway.ask({ url: `${URL}?page_size=100&search=pessoa${state}`, as: user })
      seen.push(...(body['data'] as Listed[]).map((one) => one.full_name))
      state = body['page_state'] === undefined ? '' : `&page_state=${String(body['page_state'])}`
    } while (state !== '')
    const all = Array.from({ length: ONBOARDINGS }, (_, n) => `Pessoa ${n + 1}`).filter((name) => name !== 'Pessoa 777')
    expect(seen.toSorted()).toEqual(all.toSorted().slice(0, 1_000))
  })

  it('never the search text: not in the page token, nor in a log', async () => {
    const { headers, body } = await gateway.ask({ url: `${URL}?page_size=1&search=pessoa%2099`, as: user })
    expect(body['page_state']).toEqual(expect.any(String))
    expect(headers['link']).toBeUndefined()
    expect(Buffer.from(String(body['page_state']), 'base64url').toString()).not.toMatch(/pessoa/i)
    expect(gateway.logged.join('')).not.toMatch(/pessoa|search=/i)
    const plain = await gateway.ask({ url: `${URL}?page_size=1&status=rejected`, as: user })
    expect(plain.headers['link']).toMatch(/status=rejected.*rel="next"/)
  })

  it('the normalised names that the gateway writes', async () => {
    const other = await gateway.user()
    const persons = personsOf(gateway, other)
    const account = await persons.account({ full_name: 'ÂNGELA  Canário' })
    await persons.post(NATURAL, naturalBody(account))
    const { body } = await gateway.ask({ url: `${URL}?search=${escaped('ângela can')}`, as: other })
    expect(body['data']).toMatchObject([{ full_name: 'ÂNGELA  Canário', user_account_id: account, steps: [] }])
  })

  it.each([
    'search=Zo',
    'created_at_start=0000-01-01T00:00:00Z',
    `created_at_start=${escaped('2026-01-01T00:00:00+23:59')}`,
    'created_at_end=2026-12-31T23:59:60Z',
    'created_at_end=2026-02-30',
    'status=REJECTED',
    'sort=full_name',
  ])('400: %s', async (query) => {
    expect((await gateway.ask({ url: `${URL}?${query}`, as: user })).status).toBe(400)
  })

  it('nothing of another user', async () => {
    const stranger = await gateway.user()
    await personsOf(gateway, stranger).natural()
    const { body } = await gateway.ask({ url: `${URL}?page_size=100`, as: stranger })
    expect(body['data']).toHaveLength(1)
  })
})

describe('the index of each filter', () => {
  /** The settings of the pool, so that the checked plan is the plan that runs. */
  const POOL = 'set local enable_sort = off; set local jit = off'
  /** The filter, the index, and its first column after the owner. */
  const expected: [string, string, string][] = [
    ['', 'onboardings_by_time', 'user_id'],
    ['order=asc', 'onboardings_by_time', 'user_id'],
    ['sort=updated_at', 'onboardings_by_change', 'user_id'],
    ['status=rejected', 'onboardings_by_status', 'status'],
    ['status=rejected&sort=updated_at', 'onboardings_by_status_change', 'status'],
    ['person_type=LEGAL_PERSON', 'onboardings_by_type', 'person_type'],
    ['person_type=LEGAL_PERSON&sort=updated_at', 'onboardings_by_type_change', 'person_type'],
    ['person_type=LEGAL_PERSON&status=in_process', 'onboardings_by_type_status', 'status'],
    ['person_type=LEGAL_PERSON&status=in_process&order=asc', 'onboardings_by_type_status', 'status'],
    ['person_type=LEGAL_PERSON&status=in_process&sort=updated_at', 'onboardings_by_type_status_change', 'status'],
    ['created_at_start=2026-01-02T00:00:00Z', 'onboardings_by_time', 'created_at'],
    ['created_at_end=2026-01-02T00:00:00Z', 'onboardings_by_time', 'created_at'],
    ['created_at_start=2026-01-02T00:00:00Z&created_at_end=2026-01-03T00:00:00Z', 'onboardings_by_time', 'created_at'],
    ['status=rejected&created_at_start=2026-01-02T00:00:00Z', 'onboardings_by_status', 'status'],
    [`search=${RARE_CPF}`, 'onboardings_by_document', 'document'],
    [`search=${RARE_CPF}&sort=updated_at`, 'onboardings_by_document', 'document'],
    ['search=Zoraide', 'onboardings_by_name', 'name_key'],
    ['search=Zoraide&sort=updated_at', 'onboardings_by_name', 'name_key'],
    ['search=Zoraide&status=in_process', 'onboardings_by_name', 'name_key'],
  ]
  it.each(expected)('%s: %s', async (query, index, column) => {
    // A new connection prepares all statements again. A query on the closed connection may fail.
    wire.cut()
    await gateway.ask({ url: '/v1/crossborder/clients', as: user })
    wire.statements.clear()
    await list(query)
    const texts = [...wire.statements].filter((text) => /from onboarding(s|_steps)\b/.test(text))
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      const ofSteps = !text.includes('from onboardings')
      const plan = await planOf(gateway, text, POOL)
      const scans = scansOf(plan)
      expect(scans).toHaveLength(1)
      expect(scans[0]!['Node Type']).toMatch(/^(Index|Bitmap Heap) Scan$/)
      const entered = scans[0]!['Index Cond'] ?? scans[0]!['Recheck Cond']
      for (const by of ['user_id', ofSteps ? 'onboarding_id' : column]) expect(entered).toContain(by)
      expect(JSON.stringify(plan)).toMatch(ofSteps ? /"Index Name":"onboarding_steps_/ : `"Index Name":"${index}"`)
    }
  })
})

import { randomUUID } from 'node:crypto'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { naturalPerson } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { behind } from '@eclusa/testing/replica-lag.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let account: Awaited<ReturnType<TestGateway['account']>>

beforeAll(async () => {
  gateway = await createTestGateway({ DATABASE_POOL_SIZE: '30' })
  user = await gateway.user()
})
afterAll(() => gateway.close())

const schemaHeader = 'x-include-replay-protection-schema'
const bothSpellings = ['x-transaction-uuid&nonce', 'nonce&x-transaction-uuid']

interface TestReplayRequest {
  schema?: string | undefined
  nonce?: string
  transaction?: string
  body?: object
}

function send(
  { schema, nonce = randomUUID(), transaction, body = { nickname: 'same' } }: TestReplayRequest,
  as = user,
): Promise<TestResponse> {
  const headers = {
    nonce,
    ...(schema && { [schemaHeader]: schema }),
    ...(transaction && { 'x-transaction-uuid': transaction }),
  }
  return gateway.ask({ method: 'PATCH', url: account.url, as, headers, body })
}

interface TestReplayEffects {
  version: number
  activity: number
  events: number
}

async function effects(): Promise<TestReplayEffects> {
  const count = async (text: string, id: string) =>
    Number((await gateway.db.admin.query<{ n: string }>(text, [id])).rows[0]!.n)
  return {
    version: await count('select version as n from crossborder_accounts where id = $1', account.account_id),
    activity: await count('select count(*) as n from client_activity where client_id = $1', account.client_id),
    events: await count('select count(*) as n from events where object_id = $1', account.account_id),
  }
}

/** The rows that so many writes create: one version, one entry and one event each. */
const after = (count: number, { version, activity, events }: TestReplayEffects): TestReplayEffects => ({
  version: version + count,
  activity: activity + count,
  events: events + count,
})

async function ageClaims(seconds: number): Promise<void> {
  await gateway.db.admin.query('update replay_claims set first_seen_at = first_seen_at - make_interval(secs => $1)', [
    seconds,
  ])
}

describe('compared values', () => {
  beforeAll(async () => {
    account = await gateway.account(user)
  })

  it('schema absent: an identical repeat is rejected, whatever its nonce and transaction', async () => {
    const body = { nickname: 'absent' }
    expect((await send({ body })).status).toBe(200)
    expect((await send({ body })).status).toBe(409)
    expect((await send({ body, transaction: randomUUID() })).status).toBe(409)
  })

  it('schema nonce: passes when the nonce differs, is rejected when it repeats', async () => {
    const body = { nickname: 'nonce' }
    const nonce = randomUUID()
    expect((await send({ schema: 'nonce', nonce, body })).status).toBe(200)
    expect((await send({ schema: 'nonce', body })).status).toBe(200)
    expect((await send({ schema: 'nonce', nonce, body })).status).toBe(409)
    expect((await send({ schema: 'nonce', nonce: nonce.toUpperCase(), body })).status).toBe(409)
  })

  it('schema x-transaction-uuid: passes when it differs, is rejected when it repeats', async () => {
    const body = { nickname: 'transaction' }
    const transaction = randomUUID()
    const schema = 'x-transaction-uuid'
    expect((await send({ schema, transaction, body })).status).toBe(200)
    expect((await send({ schema, transaction: randomUUID(), body })).status).toBe(200)
    expect((await send({ schema, transaction, body })).status).toBe(409)
  })

  it.each(bothSpellings)('schema %s: rejected only when both repeat', async (schema) => {
    const body = { nickname: schema }
    const [nonce, transaction] = [randomUUID(), randomUUID()]
    expect((await send({ schema, nonce, transaction, body })).status).toBe(200)
    expect((await send({ schema, nonce, transaction: randomUUID(), body })).status).toBe(200)
    expect((await send({ schema, nonce: randomUUID(), transaction, body })).status).toBe(200)
    expect((await send({ schema, nonce, transaction, body })).status).toBe(409)
  })

  it('the two spellings of the combined schema are one schema', async () => {
    const sent = { nonce: randomUUID(), transaction: randomUUID(), body: { nickname: 'spelling' } }
    expect((await send({ ...sent, schema: bothSpellings[0] })).status).toBe(200)
    expect((await send({ ...sent, schema: bothSpellings[1] })).status).toBe(409)
  })

  it('a repeat is recognised under any schema, by the values that schema compares', async () => {
    const sent = { nonce: randomUUID(), transaction: randomUUID(), body: { nickname: 'across' } }
    expect((await send(sent)).status).toBe(200)
    for (const schema of ['nonce', 'x-transaction-uuid', ...bothSpellings]) {
      expect((await send({ ...sent, schema })).status).toBe(409)
    }
    expect((await send({ ...sent, schema: 'nonce', nonce: randomUUID() })).status).toBe(200)
  })

  it('the body is compared as a value: order of members and white space make no difference', async () => {
    const text = (body: string) =>
      gateway.ask({
        method: 'PATCH',
        url: account.url,
        as: user,
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await text('{"nickname":"value","bank_name":"B"}')).status).toBe(200)
    expect((await text('{ "bank_name": "\\u0042",\n "nickname":"value" }')).status).toBe(409)
  })

  it('another body, another account and another user are other requests', async () => {
    const body = { nickname: 'others' }
    expect((await send({ body })).status).toBe(200)
    expect((await send({ body: { ...body, bank_name: 'C' } })).status).toBe(200)
    const other = await gateway.account(user)
    expect((await gateway.ask({ method: 'PATCH', url: other.url, as: user, body })).status).toBe(200)
    const stranger = await gateway.user()
    const theirs = await gateway.account(stranger)
    expect((await gateway.ask({ method: 'PATCH', url: theirs.url, as: stranger, body })).status).toBe(200)
  })

  it('the authenticated user is compared as well as the user on whose behalf it runs', async () => {
    const owner = await gateway.user()
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'TARGET')`, [
      owner.product_id,
      user.user_id,
    ])
    const body = { nickname: 'on behalf' }
    const onBehalf = { 'x-product-uuid': owner.product_id, 'x-product-target-user-uuid': user.user_id }
    account = await gateway.account({ ...owner, user_id: user.user_id, acting: onBehalf })
    expect((await send({ body })).status).toBe(200)
    const ask = () => gateway.ask({ method: 'PATCH', url: account.url, as: owner, body, headers: onBehalf })
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(409)
  })

  it('products are not compared, but a result under one product is not shown under another', async () => {
    const first = await gateway.acting(user)
    const product_id = randomUUID()
    const { admin } = gateway.db
    const { rows } = await admin.query(`select user_id from product_users where product_id = $1 and role = 'OWNER'`, [
      first.product_id,
    ])
    await admin.query(`insert into products (id, name) values ($1, 'second')`, [product_id])
    await admin.query(
      `insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER'), ($1, $3, 'TARGET')`,
      [product_id, rows[0].user_id, user.user_id],
    )
    const second = { ...first, product_id, acting: { ...first.acting, 'x-product-uuid': product_id } }
    const create = (as: TestUser) =>
      gateway.ask({ method: 'POST', url: '/v1/crossborder/clients', as, body: naturalPerson })
    const made = await create(first)
    expect(made.status).toBe(201)
    expect((await create(first)).body['resource_id']).toBe(made.body['id'])
    const repeated = await create(second)
    expect(repeated).toMatchObject({ status: 409, body: { code: 'REPLAY' } })
    expect(repeated.body['resource_id']).toBeUndefined()
    // After the window the second creates its own, and the claim is shown to it and not to the first.
    await ageClaims(7_201)
    const its = await create(second)
    expect(its.status).toBe(201)
    expect((await create(second)).body['resource_id']).toBe(its.body['id'])
    expect((await create(first)).body['resource_id']).toBeUndefined()
  })
})

describe('the error', () => {
  it('contains the first result and when to try again, and is recorded', async () => {
    account = await gateway.account(user)
    const first = await send({})
    const repeat = await send({})
    expect(repeat).toMatchObject({
      status: 409,
      body: {
        code: 'REPLAY',
        first_request_id: first.headers['x-request-id'],
        first_status: 200,
        resource_id: account.account_id,
      },
    })
    const { first_seen_at, expires_at } = repeat.body as { first_seen_at: string; expires_at: string }
    expect(Date.parse(expires_at) - Date.parse(first_seen_at)).toBe(7_200_000)
    expect(Number(repeat.headers['retry-after'])).toBeGreaterThan(7_190)
    const { rows } = await gateway.db.admin.query(
      'select repeats from replay_claims where resource_id = $1 and repeats > 0',
      [account.account_id],
    )
    expect(rows).toEqual([{ repeats: 1 }])
  })

  it('is 400 for an unknown schema, and for one whose header was not sent', async () => {
    account = await gateway.account(user)
    expect((await send({ schema: 'body' })).body).toMatchObject({
      code: 'REQUEST_MALFORMED',
      errors: [{ pointer: `/headers/${schemaHeader}` }],
    })
    for (const schema of ['x-transaction-uuid', ...bothSpellings]) {
      expect((await send({ schema })).body).toMatchObject({
        code: 'REQUEST_MALFORMED',
        errors: [{ pointer: '/headers/x-transaction-uuid' }],
      })
    }
  })
})

describe('the claim', () => {
  let worker: pg.Pool
  beforeAll(async () => {
    account = await gateway.account(user)
    worker = createLoginPool(gateway.db.worker, 1)
  })
  afterAll(() => worker.end())

  /** As the worker does. */
  async function emptied(): Promise<boolean> {
    const { rows } = await worker.query<{ emptied: boolean }>('select empty_next_replay_slot() as emptied')
    return rows[0]!.emptied
  }

  it('is not left by a rejected request, so that its corrected repeat passes', async () => {
    const inactive = (status: string) =>
      gateway.db.admin.query('update crossborder_accounts set status = $2 where id = $1', [account.account_id, status])
    await inactive('INACTIVE')
    expect((await send({ body: { nickname: 'refused' } })).status).toBe(422)
    await inactive('ACTIVE')
    expect((await send({ body: { nickname: 'refused' } })).status).toBe(200)
  })

  it('ends with its window, to the second, and is then replaced', async () => {
    const body = { nickname: 'window' }
    expect((await send({ body })).status).toBe(200)
    await ageClaims(7_199)
    expect((await send({ body })).status).toBe(409)
    await ageClaims(2)
    expect((await send({ body })).status).toBe(200)
    expect((await send({ body })).status).toBe(409)
  })

  it('of the latest equal effect rejects a repeat after that of an earlier one has ended', async () => {
    const body = { nickname: 'twice' }
    expect((await send({ schema: 'nonce', body })).status).toBe(200)
    await ageClaims(7_000)
    const latest = await send({ schema: 'nonce', body })
    for (const later of [0, 7_199]) {
      await ageClaims(later)
      expect(await send({ body })).toMatchObject({
        status: 409,
        body: { first_request_id: latest.headers['x-request-id'] },
      })
    }
    await ageClaims(2)
    expect((await send({ body })).status).toBe(200)
  })

  it('is one row, whichever schemas can find it', async () => {
    const sent = await send({ transaction: randomUUID(), body: { nickname: 'one row' } })
    const { rows } = await gateway.db.admin.query('select from replay_claims where request_id = $1', [
      sent.headers['x-request-id'],
    ])
    expect(rows).toHaveLength(1)
  })

  it('is found in any slot of the ring', async () => {
    for (const slot of [0, 1, 2, 3]) {
      const body = { nickname: `slot ${slot}` }
      expect((await send({ body })).status).toBe(200)
      await gateway.db.admin.query(
        `update replay_claims set slot = $1 where resource_id = $2 and request_id = (select request_id from replay_claims where resource_id = $2 order by first_seen_at desc limit 1)`,
        [slot, account.account_id],
      )
      expect((await send({ body })).status).toBe(409)
    }
  })

  it('is deleted with its slot, the next one, which gives way to a request that reads it', async () => {
    const { admin } = gateway.db
    const slots = async () =>
      (await admin.query<{ slot: number }>('select distinct slot from replay_claims order by slot')).rows.map(
        ({ slot }) => slot,
      )
    const { rows } = await admin.query<{ next: number }>('select (replay_slot(now()) + 1) % 4 as next')
    const { next } = rows[0]!
    await ageClaims(4 * 3_600)
    await admin.query(`insert into replay_claims (user_id, fingerprint, nonce, slot, attempt_id, request_id, status, first_seen_at)
      select gen_random_uuid(), sha256(n::text::bytea), gen_random_uuid(), n, gen_random_uuid(), 'old', 200, now() - interval '4 hours'
      from generate_series(0, 3) n`)
    expect(await slots()).toEqual([0, 1, 2, 3])
    const reader = await admin.connect()
    await reader.query('begin; select 1 from replay_claims')
    await expect(emptied()).rejects.toThrow('lock timeout')
    await reader.query('rollback')
    reader.release()
    expect(await emptied()).toBe(true)
    expect(await slots()).toEqual([0, 1, 2, 3].filter((slot) => slot !== next))
    expect(await emptied()).toBe(false)
  })

  it('stays while its window may last, although a clock set back over an even hour makes its slot the next', async () => {
    const { admin } = gateway.db
    const body = { nickname: 'clock set back' }
    expect((await send({ body })).status).toBe(200)
    // After the step of the clock the recent claim is in the slot that comes next.
    await admin.query('update replay_claims set slot = (replay_slot(now()) + 1) % 4 where resource_id = $1', [
      account.account_id,
    ])
    expect(await emptied()).toBe(false)
    expect((await send({ body })).status).toBe(409)
    await ageClaims(4 * 3_600 - 60)
    expect(await emptied()).toBe(false)
    await ageClaims(61)
    expect(await emptied()).toBe(true)
  })

  it('cannot be truncated by the API', async () => {
    const { rows } = await gateway.db.admin.query(
      `select has_function_privilege('eclusa_api', 'empty_next_replay_slot()', 'execute') as may`,
    )
    expect(rows).toEqual([{ may: false }])
  })
})

describe('reads', () => {
  it('are bound only when the caller names a schema', async () => {
    account = await gateway.account(user)
    const url = account.url.replace(/\/[^/]+$/, '')
    const list = (headers: Record<string, string>) => gateway.ask({ url, as: user, headers })
    expect((await list({})).status).toBe(200)
    expect((await list({})).status).toBe(200)
    const nonce = randomUUID()
    expect((await list({ nonce, [schemaHeader]: 'nonce' })).status).toBe(200)
    expect((await list({ nonce, [schemaHeader]: 'nonce' })).status).toBe(409)
  })

  it('that are rejected leave no claim either', async () => {
    const headers = { nonce: randomUUID(), [schemaHeader]: 'nonce' }
    for (const url of [`/v1/crossborder/clients/${randomUUID()}`, account.url.replace(/[^/]+$/, randomUUID())]) {
      for (let tries = 0; tries < 2; tries += 1)
        expect((await gateway.ask({ url, as: user, headers })).status).toBe(404)
    }
  })
})

describe('a repeat of a running request', () => {
  it('waits for it and gets its result, and not a version conflict', async () => {
    account = await gateway.account(user)
    const { headers } = await gateway.ask({ url: account.url, as: user })
    const patch = () =>
      gateway.ask({
        method: 'PATCH',
        url: account.url,
        as: user,
        headers: { 'if-match': String(headers['etag']) },
        body: { nickname: 'under way' },
      })
    const by = 'select from crossborder_accounts where user_id = $1 and id = $2 for update'
    const held = { by, values: [user.user_id, account.account_id] }
    const answers = await behind(gateway.db, { ...held, waiting: 2 }, () => Promise.all([patch(), patch()]))
    const [first, repeat] = answers.toSorted((one, other) => one.status - other.status)
    expect(first!.status).toBe(200)
    expect(repeat).toMatchObject({
      status: 409,
      body: { code: 'REPLAY', first_request_id: first!.headers['x-request-id'] },
    })
  })
})

describe('simultaneous requests', () => {
  const WIDTH = 30
  // The drill runs the full count. Here the same code runs often enough to notice a missing lock.
  const ROUNDS = Number(process.env['REPLAY_ROUNDS'] ?? 15)

  it.each([undefined, 'nonce', 'x-transaction-uuid', 'x-transaction-uuid&nonce'])(
    `schema %s: of ${WIDTH} released together exactly one takes effect, ${ROUNDS} rounds`,
    async (schema) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        account = await gateway.account(user)
        const before = await effects()
        const same = { schema, nonce: randomUUID(), transaction: randomUUID(), body: { nickname: `round ${round}` } }
        const answers = await Promise.all(Array.from({ length: WIDTH }, () => send(same)))
        const winner = answers.find(({ status }) => status === 200)
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(WIDTH - 1).fill(409)])
        const told = new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body['first_request_id']))
        expect([...told]).toEqual([winner!.headers['x-request-id']])
        expect(await effects()).toEqual(after(1, before))
      }
    },
    600_000,
  )

  it.each([undefined, 'nonce', 'x-transaction-uuid', 'x-transaction-uuid&nonce'])(
    `schema %s: ${WIDTH} that differ in one compared value all take effect`,
    async (schema) => {
      account = await gateway.account(user)
      const before = await effects()
      const [nonce, transaction] = [randomUUID(), randomUUID()]
      const differing = Array.from({ length: WIDTH }, (_, index): TestReplayRequest => {
        if (schema === undefined) return { nonce, transaction, body: { nickname: `n${index}` } }
        if (schema === 'nonce') return { schema, transaction }
        if (schema === 'x-transaction-uuid') return { schema, nonce, transaction: randomUUID() }
        return index % 2 ? { schema, nonce, transaction: randomUUID() } : { schema, transaction }
      })
      const answers = await Promise.all(differing.map((sent) => send(sent)))
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(WIDTH).fill(200))
      expect(await effects()).toEqual(after(WIDTH, before))
    },
  )
})

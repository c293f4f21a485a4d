import { randomUUID } from 'node:crypto'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { examples, ofOneWallet } from '@eclusa/testing/examples.ts'
import {
  type AskGateway,
  createTestGateway,
  type TestGateway,
  type TestResponse,
  type TestUser,
} from '@eclusa/testing/gateway.ts'
import { createStateOf } from '@eclusa/testing/state-of.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '../src/api.ts'

/**
 * Every operation, every position of an id, every foreign id: the response equals that of an unknown id, and nothing of the
 * owner has changed.
 */
const declared = routes

let gateway: TestGateway
let owner: TestUser
let stranger: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  owner = await gateway.user()
  stranger = await gateway.user()
})
afterAll(() => gateway.close())

let stateOf: Awaited<ReturnType<typeof createStateOf>>
beforeAll(async () => {
  stateOf = await createStateOf(gateway.db.admin)
})

/** The visible part of a response, without what identifies the request itself. */
function seen({ status, body }: TestResponse): string {
  return JSON.stringify({ status, ...body, request_id: undefined, instance: undefined })
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** The same call with every id in its path, query and body replaced by an unknown one. */
function elsewhere(ask: AskGateway): AskGateway {
  // The bytes of a file contain no id.
  const named = Buffer.isBuffer(ask.body) ? { url: ask.url } : { url: ask.url, body: ask.body }
  const text = JSON.stringify(named).replace(new RegExp(uuids, 'g'), () => randomUUID())
  return { ...ask, ...(JSON.parse(text) as Partial<AskGateway>) }
}

describe.each(declared.map(({ name }) => name))('%s', (name) => {
  const make = async (user: TestUser) => {
    const example = examples[name]
    if (!example) throw new Error(`${name} has no example in tools/testing/examples.ts`)
    return example(gateway, user)
  }

  it('requires a credential, and serves its owner', async () => {
    const ask = await make(owner)
    expect((await gateway.ask(ask)).status).toBe(401)
    expect((await gateway.ask({ ...ask, headers: { ...ask.headers, authorization: 'Bearer a.b.c' } })).status).toBe(401)
    expect((await gateway.ask({ ...ask, as: owner })).status).toBeLessThan(300)
  })

  it("gives another user the same response for the owner's records as for missing ones", async () => {
    const ask = await make(owner)
    const namesRecords = uuids.test(JSON.stringify([ask.url, ask.body]))
    const before = await stateOf(owner)
    const foreign = await gateway.ask({ ...ask, as: stranger })
    if (namesRecords) {
      expect([403, 404]).toContain(foreign.status)
      expect(seen(foreign)).toBe(seen(await gateway.ask({ ...elsewhere(ask), as: stranger })))
    }
    expect(JSON.stringify(foreign.body)).not.toContain(owner.user_id)
    if (Array.isArray(foreign.body['data'])) expect(foreign.body['data']).toEqual([])
    expect(await stateOf(owner)).toEqual(before)
  })

  it("gives the same response for another's product, wallet and target user as for missing ones", async () => {
    const ask = await make(owner)
    const before = await stateOf(owner)
    const withTheirs = (headers: Record<string, string>) =>
      gateway.ask({ ...ask, as: stranger, headers: { ...ask.headers, ...headers } })
    const target = (user_id: string) => ({
      'x-product-uuid': stranger.product_id,
      'x-product-target-user-uuid': user_id,
    })
    for (const [theirs, nobodys] of [
      [{ 'x-product-uuid': owner.product_id }, { 'x-product-uuid': randomUUID() }],
      [{ 'x-wallet-uuid': owner.wallet_id }, { 'x-wallet-uuid': randomUUID() }],
      [target(owner.user_id), target(randomUUID())],
    ] as const) {
      const foreign = await withTheirs(theirs)
      expect(foreign.status, Object.keys(theirs).at(-1)).toBe(403)
      expect(seen(foreign)).toBe(seen(await withTheirs(nobodys)))
    }
    expect(await stateOf(owner)).toEqual(before)
  })
})

describe.each(declared.map(({ name }) => name))(
  '%s, for the owner of another product of the same target user',
  (name) => {
    it('gives the same response for records of the one product as for missing ones', async () => {
      const target = await gateway.user()
      const [maker, other] = [await gateway.acting(target), await gateway.acting(target)]
      const ask = await examples[name]!(gateway, maker)
      const namesRecords = uuids.test(JSON.stringify([ask.url, ask.body]))
      const before = await stateOf(target)
      const foreign = await gateway.ask({ ...ask, as: other })
      if (namesRecords) {
        expect(foreign.status).toBe(404)
        expect(seen(foreign)).toBe(seen(await gateway.ask({ ...elsewhere(ask), as: other })))
        expect(await stateOf(target)).toEqual(before)
      }
      if (Array.isArray(foreign.body['data'])) expect(foreign.body['data']).toEqual([])
      expect(JSON.stringify(foreign.body)).not.toContain(maker.product_id)
      const answer = await gateway.ask({ ...ask, as: maker })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    })

    it('does not hide it from the user itself', async () => {
      const target = await gateway.user()
      const maker = await gateway.acting(target)
      const ask = await examples[name]!(gateway, maker)
      // A registered person belongs to the called product, and an event of a wallet to that wallet.
      const headers = { ...ask.headers, 'x-wallet-uuid': maker.wallet_id }
      if (ofOwners.some((route) => route.name === name)) return
      const answer = await gateway.ask({ ...ask, as: target, headers })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      if (Array.isArray(answer.body['data'])) expect(answer.body['data']).not.toEqual([])
    })
  },
)

const ofOwners = declared.filter(({ errors }) => errors.some(({ code }) => code === 'ONBOARDING_OWNERS_ONLY'))

it('everything about accounts and onboardings is for owners of the product', () => {
  const people = declared.filter(({ path }) => /^\/v[12]\/users\//.test(path) && !path.includes('/liveness'))
  expect(people.length).toBeGreaterThan(20)
  expect(ofOwners).toEqual(people)
})

describe.each(ofOwners.map(({ name }) => name))('%s, which is for owners of the product', (name) => {
  it('rejects a target of the product before any look-up', async () => {
    const ask = await examples[name]!(gateway, owner)
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'TARGET')`, [
      owner.product_id,
      stranger.user_id,
    ])
    const headers = { ...ask.headers, 'x-product-uuid': owner.product_id }
    const before = await stateOf(owner)
    const refused = await gateway.ask({ ...ask, as: stranger, headers })
    expect(refused).toMatchObject({ status: 403, body: { code: 'ONBOARDING_OWNERS_ONLY' } })
    expect(seen(refused)).toBe(seen(await gateway.ask({ ...elsewhere(ask), as: stranger, headers })))
    expect(await stateOf(owner)).toEqual(before)
  })
})

describe.each(ofOneWallet)('%s, which is of one wallet', (name) => {
  it('gives another wallet of the same user the same response as for missing records', async () => {
    const ask = await examples[name]!(gateway, owner)
    const headers = { ...ask.headers, 'x-wallet-uuid': await gateway.wallet(owner) }
    const before = await stateOf(owner)
    const foreign = await gateway.ask({ ...ask, as: owner, headers })
    expect(seen(foreign)).toBe(seen(await gateway.ask({ ...elsewhere(ask), as: owner, headers })))
    if (Array.isArray(foreign.body['data'])) expect(foreign.body['data']).toEqual([])
    else expect(foreign.status).toBe(404)
    expect(await stateOf(owner)).toEqual(before)
    expect(
      (await gateway.ask({ ...ask, as: owner, headers: { ...ask.headers, 'x-wallet-uuid': owner.wallet_id } })).status,
    ).toBe(200)
  })
})

describe("row-level security, without the gateway's own conditions", () => {
  const loginNames = ['api', 'worker', 'desk', 'bootstrap'] as const
  const logins = new Map<string, pg.Pool>()
  beforeAll(() => {
    for (const name of loginNames) logins.set(name, createLoginPool(gateway.db[name], 1))
  })
  afterAll(() => Promise.all([...logins.values()].map((pool) => pool.end())))

  it('is on and forced for every table with an owner', async () => {
    const { rows } = await gateway.db.admin.query(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace = 'eclusa'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_any_column_privilege('eclusa_api', c.oid, 'select') and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(rows).toEqual([])
  })

  /** Runs with a login of the gateway and in a scope, with only the database's own conditions. */
  async function under<T>(
    login: (typeof loginNames)[number],
    user: TestUser | undefined,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await logins.get(login)!.connect()
    try {
      await client.query('begin')
      if (user) await client.query(`set local eclusa.user_id = '${user.user_id}'`)
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it("shows a scope its own rows only, refuses to write another's, and fails without a scope", async () => {
    await gateway.account(owner)
    await gateway.account(stranger)
    const all = 'select distinct user_id from crossborder_accounts'
    await expect(under('api', undefined, (client) => client.query(all))).rejects.toThrow(
      /eclusa\.user_id|type uuid: ""/,
    )
    await under('api', stranger, async (client) => {
      expect((await client.query(all)).rows).toEqual([{ user_id: stranger.user_id }])
      const theirs = await client.query(`update crossborder_accounts set nickname = 'x' where user_id = $1`, [
        owner.user_id,
      ])
      expect(theirs.rowCount).toBe(0)
      await expect(client.query('update crossborder_accounts set user_id = $1', [owner.user_id])).rejects.toThrow(
        'row-level security',
      )
    })
  })

  it('shows a caller bound to a product no rows of another product of the same user, in any table', async () => {
    const target = await gateway.user()
    const [maker, other] = [await gateway.acting(target), await gateway.acting(target)]
    for (const { name } of declared) {
      const ask = await examples[name]!(gateway, maker)
      const { status, body } = await gateway.ask({ ...ask, as: maker })
      expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    }
    // Written by the worker only, after the register's response.
    await gateway.db.admin.query(
      `insert into bc_protege_answers (user_id, product_id, onboarding_id, id, step_id, document, check_id, verdict, asked_at,
         answered_at, answer)
       select user_id, product_id, onboarding_id, gen_random_uuid(), id, document, 'check', 'APPROVED', now(), now(), '{}'
       from onboarding_steps where user_id = $1 and name = 'BC_PROTEGE'`,
      [target.user_id],
    )
    const { rows: tables } = await gateway.db.admin.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace = 'eclusa'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_any_column_privilege('eclusa_api', c.oid, 'select') order by 1`)
    const boundTo = async (as: TestUser, text: string) =>
      under('api', target, async (client) => {
        await client.query(`set local eclusa.product_id = '${as.product_id}'`)
        await client.query(`set local eclusa.wallet_id = '${as.wallet_id}'`)
        return (await client.query<{ rows: number }>(text)).rows[0]!.rows
      })
    // Not records: replay claims, the storage used by a user, and networks an operator allowed.
    const ofTheUser = new Set(['replay_claims', 'storage_usage', 'webhook_networks'])
    const full: string[] = []
    for (const { name } of tables.filter((table) => !ofTheUser.has(table.name))) {
      const count = `select count(*)::int as rows from ${name}`
      expect(await boundTo(other, count), name).toBe(0)
      if ((await boundTo(maker, count)) > 0) full.push(name)
    }
    const empty = tables.map(({ name }) => name).filter((name) => !full.includes(name) && !ofTheUser.has(name))
    expect(empty).toEqual(['liveness_upload_parts'])
  })

  it("gives the API's role no ownership, no bypass and no users or keys to read", async () => {
    const { rows } = await gateway.db.admin.query(`
      select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
      from pg_roles where rolname in ('eclusa_api', 'eclusa_sandbox_api') order by rolname`)
    const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 }
    expect(rows).toEqual([
      { rolname: 'eclusa_api', ...plain },
      { rolname: 'eclusa_sandbox_api', ...plain },
    ])
  })

  it.each(['users', 'products', 'product_users', 'wallets', 'api_keys', 'client_activity_heads'])(
    'hides %s from the API',
    async (table) => {
      await expect(under('api', owner, (client) => client.query(`select * from ${table}`))).rejects.toThrow(
        'permission denied',
      )
    },
  )

  it("lets the API's role read transactions, and neither create nor change one", async () => {
    await gateway.payments(owner)
    await under('api', stranger, async (client) => {
      expect((await client.query('select * from transactions')).rows).toEqual([])
    })
    for (const statement of [
      "update transactions set status = 'x'",
      'insert into transactions select * from transactions',
    ]) {
      await expect(under('api', owner, (client) => client.query(statement))).rejects.toThrow('permission denied')
    }
  })

  const tampering = [
    "update client_activity set status = 'x'",
    'delete from client_activity',
    "update events set type = 'x'",
    'delete from events',
    'delete from transactions',
    'update onboarding_consents set text_sha256 = null',
    'delete from onboarding_consents',
    'insert into request_log select * from request_log',
    "update request_log set operation = 'x'",
    'delete from request_log',
  ]
  it.each(tampering)('is for the owner of the schema only: %s', async (statement) => {
    for (const login of loginNames) {
      await expect(under(login, owner, (client) => client.query(statement))).rejects.toThrow('permission denied')
    }
  })
})

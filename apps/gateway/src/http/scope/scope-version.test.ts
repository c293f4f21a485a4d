import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { seeded } from '@eclusa/testing/load/figures.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Every change of a scope has to change its version. Otherwise a right would outlive its end. Other changes must leave the
 * version as it is.
 */
const CHANGES = 250

let gateway: TestGateway
const users = Array.from({ length: 3 }, () => randomUUID())
const products = Array.from({ length: 2 }, () => randomUUID())
const wallets = Array.from({ length: 4 }, () => randomUUID())

beforeAll(async () => {
  gateway = await createTestGateway()
  await admin(`insert into users (id, name) select id, 'one' from unnest($1::uuid[]) id`, users)
  await admin(`insert into products (id, name) select id, 'one' from unnest($1::uuid[]) id`, products)
})
afterAll(() => gateway.close())
const admin = (text: string, ...values: unknown[]) => gateway.db.admin.query(text, values)

interface TestScopeVersionResponse {
  asked: string
  caller: string
  product: string | null
  scope: { user_id: string | null }
  version: string
}

/** The possible requests of all callers, and the scope of each. */
async function askAll(): Promise<TestScopeVersionResponse[]> {
  const { rows } = await admin(
    `select concat_ws(' ', caller, coalesce(product, caller), coalesce(target, caller), wallet) as asked, caller, product,
       to_jsonb(scope) as scope, scope_version(caller, product, scope.user_id) as version
     from unnest($1::uuid[]) caller, unnest($2::uuid[]) product, unnest($1::uuid[] || null) target, unnest($3::uuid[]) wallet,
       scope_of(caller, product, target, wallet) scope`,
    users,
    [...products, null],
    [...wallets, null],
  )
  return rows as TestScopeVersionResponse[]
}

/** The version each scope was known by, now. */
async function versionsNow(known: TestScopeVersionResponse[]): Promise<(string | null)[]> {
  const { rows } = await admin(
    `select scope_version(caller, product, on_behalf) as version
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as known (caller, product, on_behalf, n) order by n`,
    known.map(({ caller }) => caller),
    known.map(({ product }) => product),
    known.map(({ scope }) => scope.user_id),
  )
  return (rows as { version: string | null }[]).map(({ version }) => version)
}

const draw = seeded(112)
const one = <T>(of: T[]) => of[Math.floor(draw() * of.length)]!

/** As any writer of these tables may do it, also by hand. */
const changes: (() => [string, ...unknown[]])[] = [
  () => [
    `update users set status = case status when 'ACTIVE' then 'INACTIVE' else 'ACTIVE' end where id = $1`,
    one(users),
  ],
  () => [
    `update products set status = case status when 'ACTIVE' then 'INACTIVE' else 'ACTIVE' end where id = $1`,
    one(products),
  ],
  () => ['delete from product_users where user_id = $1 and product_id = $2', one(users), one(products)],
  () => ['delete from wallets where id = $1', one(wallets)],
  () => ['update product_users set grant_id = gen_random_uuid() where user_id = $1', one(users)],
  () => [
    'update product_users set is_default = not is_default where user_id = $1 and product_id = $2',
    one(users),
    one(products),
  ],
  () => [
    `update product_users set role = case role when 'OWNER' then 'TARGET' else 'OWNER' end where user_id = $1 and product_id = $2`,
    one(users),
    one(products),
  ],
  () => [
    `update wallets set status = case status when 'ACTIVE' then 'INACTIVE' else 'ACTIVE' end where id = $1`,
    one(wallets),
  ],
  () => ['update wallets set is_default = not is_default where id = $1', one(wallets)],
  () => ['update wallets set product_id = $2 where id = $1', one(wallets), one([...products, null])],
  () => ['update wallets set user_id = $2 where id = $1', one(wallets), one(users)],
  ...Array.from({ length: 4 }, () => (): [string, ...unknown[]] => [
    'insert into product_users (user_id, product_id, role, is_default) values ($1, $2, $3, $4)',
    one(users),
    one(products),
    one(['OWNER', 'TARGET']),
    one([true, false]),
  ]),
  ...Array.from({ length: 4 }, () => (): [string, ...unknown[]] => [
    `insert into wallets (user_id, id, product_id, name, is_default) values ($1, $2, $3, 'one', $4)`,
    one(users),
    one(wallets),
    one([...products, null]),
    one([true, false]),
  ]),
]

describe('the version of a scope', () => {
  it('changes with every change of the scope', async () => {
    let [moved, refused] = [0, 0]
    /** Every result ever seen under a version. */
    const ever = new Map<string, string>()
    for (let n = 0; n < CHANGES; n += 1) {
      const known = (await askAll()).filter(({ scope }) => scope.user_id)
      for (const { asked, scope, version } of known) {
        const told = JSON.stringify(scope)
        expect(ever.get(`${asked} ${version}`) ?? told, `${asked} before change ${n}`).toBe(told)
        ever.set(`${asked} ${version}`, told)
      }
      const [text, ...values] = one(changes)()
      // A second default, for example. A refused statement leaves everything as it was.
      const done = await admin(text, ...values).catch(() => void (refused += 1))
      const now = new Map((await askAll()).map(({ asked, scope }) => [asked, JSON.stringify(scope)]))
      const versions = await versionsNow(known)
      for (const [i, { asked, scope, version }] of known.entries()) {
        const isMoved = now.get(asked) !== JSON.stringify(scope)
        if (isMoved) moved += 1
        if (isMoved) expect(versions[i], `${text} ${values.join()} and ${asked}`).not.toBe(version)
        if (!done) expect(versions[i]).toBe(version)
      }
    }
    expect(moved).toBeGreaterThan(CHANGES)
    expect(refused).toBeGreaterThan(0)
  }, 120_000)

  it('stays when other scopes change, and when nothing of it does', async () => {
    const [caller, other] = [randomUUID(), randomUUID()]
    await admin(`insert into users (id, name) select id, 'one' from unnest($1::uuid[]) id`, [caller, other])
    const version = async () => (await admin('select scope_version($1, null, $1) as version', caller)).rows[0] as object
    const before = await version()
    await admin(`update users set status = 'INACTIVE' where id = $1`, other)
    await admin(`insert into wallets (user_id, id, name) values ($1, $1, 'one')`, other)
    await admin(`update users set name = 'another' where id = $1`, caller)
    expect(await version()).toEqual(before)
    await admin(`insert into wallets (user_id, id, name) values ($1, $1, 'one')`, caller)
    expect(await version()).not.toEqual(before)
  })

  it('exists for new users, and changes when one of the tables is truncated by hand', async () => {
    const caller = randomUUID()
    await admin(`insert into users (id, name) values ($1, 'one')`, caller)
    const version = async () =>
      (await admin('select scope_version($1, null, $1) as version', caller)).rows[0]!['version'] as string
    const seen = [await version()]
    for (const table of ['wallets', 'product_users']) {
      await admin(`truncate ${table}`)
      seen.push(await version())
    }
    expect(seen).not.toContain('')
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('never returns to an earlier value, also when the scope does', async () => {
    const caller = randomUUID()
    await admin(`insert into users (id, name) values ($1, 'one')`, caller)
    const seen = new Set<unknown>()
    for (let n = 0; n < 6; n += 1) {
      seen.add((await admin('select scope_version($1, null, $1) as version', caller)).rows[0]!['version'])
      await admin('update users set status = $2 where id = $1', caller, n % 2 ? 'ACTIVE' : 'INACTIVE')
    }
    expect(seen.size).toBe(6)
  })
})

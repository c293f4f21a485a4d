import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedTables, stayingTables } from '../src/base/db/distribute/tables.ts'
import { applySteps } from '../src/base/db/steps.ts'
import { examples } from './support/examples.ts'
import { asksNodes, unfit } from './support/fitness.ts'
import { openTestGateway, type TestGateway, type TestUser } from './support/gateway.ts'
import { openWire, type Wire } from './support/wire.ts'

/**
 * Without a cluster: that what is distributed could be. The schema is looked at as it is, and every statement that an operation
 * sends is caught on the wire. test/citus.test.ts asks a cluster the same.
 */
let gateway: TestGateway
let wire: Wire

beforeAll(async () => {
  const between = async (url: string) => {
    wire = await openWire(url)
    return wire.url
  }
  gateway = await openTestGateway({}, {}, { between })
  await askEverything()
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

async function askEverything(): Promise<TestUser> {
  const user = await gateway.user()
  for (const as of [user, await gateway.acting(user)])
    for (const [name, example] of Object.entries(examples)) {
      const answer = await gateway.ask({ ...(await example(gateway, as)), as })
      expect(answer.status, name).toBeLessThan(300)
    }
  return user
}

/** What is of a product, and is asked for by a caller that may be bound to it. */
const bound = [
  'events',
  'crossborder_clients',
  'crossborder_accounts',
  'crossborder_account_coordinates',
  'client_activity',
  'files',
  'billet_decodes',
]

const rows = async <Row extends object>(text: string) =>
  (await gateway.db.admin.query<Row>(text, [distributedTables.map((table) => `eclusa.${table}`)])).rows

describe('the schema', () => {
  it('has no table of which it is not said whether it is cut', async () => {
    const { rows: tables } = await gateway.db.admin.query<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'eclusa'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`)
    const said = [...distributedTables, ...Object.values(stayingTables).flat()]
    expect(said.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('has the user in every key of what is cut', async () => {
    const keys = await rows<{ key: string }>(`
      select indexrelid::regclass::text as key from pg_index
      where indisunique and indrelid = any ($1::regclass[]) and not exists (
        select from pg_attribute where attrelid = indrelid and attname = 'user_id' and attnotnull and attnum = any (indkey))`)
    expect(keys).toEqual([])
  })

  it('refers to nothing that is elsewhere, and by the user', async () => {
    const references = await rows<{ constraint: string }>(`
      select conname as constraint from pg_constraint
      where contype = 'f' and conparentid = 0 and (conrelid = any ($1::regclass[])) <> (confrelid = any ($1::regclass[]))
        or contype = 'f' and conrelid = any ($1::regclass[]) and pg_get_constraintdef(oid) not like 'FOREIGN KEY (user_id,%'`)
    expect(references).toEqual([])
  })

  it('has policies that ask for no other table, and none that only restricts, which a node would take for one that permits', async () => {
    const policies = await rows<{ policy: string }>(`
      select polname as policy from pg_policy where polrelid = any ($1::regclass[]) and (not polpermissive
        or concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* '\\mselect\\M')`)
    expect(policies).toEqual([])
  })

  it('lets nobody past the wall of a product: it stands in every policy of those who call', async () => {
    const { rows: doors } = await gateway.db.admin.query<{ door: string; closed: boolean }>(
      `
      select tablename || '.' || policyname as door,
        coalesce(qual ~ 'scope_product_id', true) and coalesce(with_check ~ 'scope_product_id', true) as closed
      from pg_policies where schemaname = 'eclusa' and permissive = 'PERMISSIVE' and roles && array['eclusa_api', 'public']::name[]
        and tablename = any ($1)`,
      [bound],
    )
    expect(doors.length).toBeGreaterThanOrEqual(bound.length)
    expect(doors.filter(({ closed }) => !closed)).toEqual([])
  })

  it('is the same when the migration that made it so was cut off and is begun anew', async () => {
    const policies = async () =>
      (
        await gateway.db.admin.query(
          `select * from pg_policies where schemaname = 'eclusa' order by tablename, policyname`,
        )
      ).rows
    const before = await policies()
    const file = new URL('../migrations/0103-fit-to-be-distributed.sql', import.meta.url)
    const owner = new pg.Client({ connectionString: gateway.db.owner })
    await owner.connect()
    try {
      await applySteps(owner, readFileSync(file, 'utf8'), async () => {})
    } finally {
      await owner.end()
    }
    expect(await policies()).toEqual(before)
  })

  it('asks one user at a time in all that its triggers and policies do, by functions that a node can have', async () => {
    const functions = await rows<{ name: string; source: string; language: string }>(calledOnNodes)
    expect(functions.length).toBeGreaterThan(15)
    for (const { name, source, language } of functions) {
      const statements = source.split(/;|\bthen\b|\bloop\b|\bbegin\b/).flatMap(unfit)
      expect(statements, name).toEqual([])
      expect(language === 'plpgsql' || !asksTables(source), name).toBe(true)
    }
  })
})

/** `extract(epoch from …)` asks for none. */
const asksTables = (source: string) =>
  /\b(?:from|into|update)\b/i.test(source.replaceAll(/\bextract\(\w+ from\b/gi, ''))

/** What is run where the rows are, and what the gateway calls to have something written there. */
const calledOnNodes = `
  with recursive called as (
    select refobjid as id from pg_depend join pg_policy on pg_policy.oid = objid and classid = 'pg_policy'::regclass
    where refclassid = 'pg_proc'::regclass and polrelid = any ($1::regclass[])
    union select tgfoid from pg_trigger where tgrelid = any ($1::regclass[]) and not tgisinternal
    union select oid from pg_proc where pronamespace = 'eclusa'::regnamespace and proname ~ '^(keep_event|note_activity|digest_in_)'
    union select other.oid from called join pg_proc caller on caller.oid = called.id
      join pg_proc other on caller.prosrc ~ ('\\m' || other.proname || '\\(') and other.pronamespace = 'eclusa'::regnamespace
  )
  select proname as name, coalesce(pg_get_function_sqlbody(called.id), prosrc) as source, lanname as language
  from called join pg_proc on pg_proc.oid = called.id join pg_language on pg_language.oid = prolang
  where pronamespace = 'eclusa'::regnamespace`

describe('the statements', () => {
  const said = () => [...wire.statements].filter((text) => !/\bpgboss\./.test(text))

  it('of every operation name one user, and nothing that a node refuses', () => {
    expect(said().filter(asksNodes).length).toBeGreaterThan(15)
    for (const text of said()) expect(unfit(text), text).toEqual([])
  })

  it.each([
    ['select 1 from events where id = $1', 'it does not name user_id'],
    [
      'select 1 from events join users on users.id = events.user_id where user_id = $1',
      'it also asks for a table that stays',
    ],
    ['insert into events (user_id) select $1', 'rows that are selected'],
    ['insert into events (id, user_id) values ($1, $2)', 'it does not begin with user_id'],
    [`select set_config('eclusa.user_id', $1, true), id from files where user_id = $1`, 'a setting that stays'],
    [
      'update files set state = $1 where id in (select id from files limit 3 for update skip locked)',
      'it locks rows of several',
    ],
    ['update files set size = 1 where user_id = $1 returning now()', 'the time, in what is answered'],
    ['select digest_of(files) from files where user_id = $1', 'a row as a value'],
  ])('would be found: %s', (text, why) => expect(unfit(text).join('; ')).toContain(why))
})

describe('what a cluster says otherwise', () => {
  const overlay = readFileSync(new URL('../src/base/db/distribute/on-a-cluster.sql', import.meta.url), 'utf8')

  it('is the same for every operation, and claims as before', async () => {
    const replaced = () =>
      gateway.db.admin.query<{ signature: string; rights: string }>(`
        select oid::regprocedure::text as signature, concat(prorettype::regtype, proacl, proowner::regrole, prosecdef) as rights
        from pg_proc where pronamespace = 'eclusa'::regnamespace order by 1`)
    const before = (await replaced()).rows
    await gateway.db.admin.query(`begin; set local search_path = eclusa; ${overlay}; commit`)
    expect((await replaced()).rows).toEqual(before)
    for (const statement of overlay.split(/;|\bthen\b|\bloop\b|\bbegin\b/)) expect(unfit(statement)).toEqual([])
    const user = await askEverything()
    const { url } = await gateway.account(user)
    const patch = { method: 'PATCH', url, as: user, body: { nickname: 'twice' } } as const
    expect((await gateway.ask(patch)).status).toBe(200)
    expect(await gateway.ask(patch)).toMatchObject({ status: 409, body: { code: 'REPLAY' } })
  })
})

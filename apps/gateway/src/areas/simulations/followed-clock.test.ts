import { createTestInstallation, type TestInstallation } from '@eclusa/testing/installation.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let test: TestInstallation
beforeAll(async () => {
  test = await createTestInstallation()
})
afterAll(() => test.close())

/** Every function for the current time, except those of the movable clock. */
const WORLDLY = String.raw`(?<!clock\.)\m(now|clock_timestamp|transaction_timestamp|statement_timestamp)\(\)|\m(CURRENT_(TIMESTAMP|DATE|TIME)|LOCALTIMESTAMP|LOCALTIME)\M`

/** Database objects that were bound to PostgreSQL's own time when they were created would ignore the moved clock. */
const bound = `
  with mine as (select oid from pg_namespace where nspname in ('eclusa', 'pgboss')),
  told as (
    select 'default of ' || adrelid::regclass as what, pg_get_expr(adbin, adrelid) as text from pg_attrdef
      join pg_class on pg_class.oid = adrelid where relnamespace in (select oid from mine)
    union all
    select 'policy ' || polname, concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy
    union all
    select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace in (select oid from mine)
    union all
    select 'view ' || relname, pg_get_viewdef(oid) from pg_class
      where relkind in ('v', 'm') and relnamespace in (select oid from mine)
    union all
    select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    -- One without a path of its own looks along that of the session, which has the clock in it.
    select 'function ' || oid::regprocedure, prosrc from pg_proc
      where pronamespace in (select oid from mine)
        and exists (select from unnest(proconfig) as setting where setting like 'search_path=%' and setting !~ '\\mclock\\M')
  )
  select what from told where text ~* $1 order by what`

it('nothing in the database of a test installation uses another time than its clock', async () => {
  const { rows } = await test.gateway.db.admin.query<{ what: string }>(bound, [WORLDLY])
  expect(rows.map(({ what }) => what)).toEqual([])
})

it('an object that does would be found', async () => {
  const { admin } = test.gateway.db
  await admin.query('create table eclusa.stray (at timestamptz default pg_catalog.now())')
  const { rows } = await admin.query<{ what: string }>(bound, [WORLDLY])
  await admin.query('drop table eclusa.stray')
  expect(rows.map(({ what }) => what)).toEqual(['default of stray'])
})

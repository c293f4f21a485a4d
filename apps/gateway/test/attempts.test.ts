import { randomUUID } from 'node:crypto'
import { attempt, refused, type Targets, tamperings } from '@eclusa/testing/attempts.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { onboardingOf } from '@eclusa/testing/liveness.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tracedTables } from '../src/backoffice/audit-log/audited-columns.ts'
import { keptTables } from '../src/backoffice/audit-log/verify-audited-tables.ts'
import type { WrongRecord } from '../src/backoffice/audit-log/verify-records.ts'
import { verifyTraces } from '../src/backoffice/audit-log/verify-records-against-events.ts'
import { eventTypes } from '../src/event-types.ts'
import { createOperatorPool } from '../src/platform/db/operator-pool.ts'

/** Tampering with each database login, without a gateway: every change is refused or leaves a trace. */
let gateway: TestGateway
let auditor: pg.Pool
let at: Targets

const tables = new Map(eventTypes.map(({ type, table }) => [type, table]))
const wrong = async (): Promise<WrongRecord[]> => (await verifyTraces(auditor, tables, () => {})).wrong

beforeAll(async () => {
  gateway = await createTestGateway()
  const { db } = gateway
  auditor = createOperatorPool(db.auditor, 2)
  const user = await gateway.user()
  const { user_id: stranger_id } = await gateway.user()
  const { client_id, account_id } = await gateway.account(user)
  const other = await gateway.account(user)
  const onboarding_id = await onboardingOf(gateway, user)
  const notification_id = await gateway.notification(user)
  const refund_id = await gateway.refundRequest(user)
  const { key_id } = await gateway.apiKey(user)
  const step_id = randomUUID()
  await db.admin.query(
    `insert into onboarding_steps (user_id, onboarding_id, id, name, status, "order", version, created_at, updated_at)
     values ($1, $2, $3, 'CAF', 'PENDING', 1, 1, now(), now())`,
    [user.user_id, onboarding_id, step_id],
  )
  const one = async (text: string) => (await db.admin.query<{ id: string }>(text)).rows[0]!.id
  at = {
    ...user,
    client_id,
    account_id,
    other_client_id: other.client_id,
    transaction_id: await one('select id from transactions order by id limit 1'),
    notification_id,
    refund_id,
    user_account_id: await one('select id from user_accounts limit 1'),
    onboarding_id,
    step_id,
    key_id,
    stranger_id,
  }
})
afterAll(async () => {
  await auditor.end()
  await gateway.close()
})

/** Everything a login could have changed, as it is now. */
async function state(): Promise<string> {
  const { admin } = gateway.db
  const watched = [...Object.keys(tracedTables), ...Object.keys(keptTables), 'events', 'client_activity', 'audit_log']
  const texts = watched.map(async (table) => {
    const { rows } = await admin.query<{ text: string }>(
      `select coalesce(string_agg(row::text, ';' order by row::text), '') as text from ${table} row`,
    )
    return rows[0]!.text
  })
  return (await Promise.all(texts)).join('\n')
}

it('rows written by the gateway match their events', async () => {
  const verdict = await verifyTraces(auditor, tables, () => {})
  expect(verdict).toMatchObject({ older: 0, wrong: [] })
  expect(verdict.rows).toBeGreaterThan(20)
})

it('the process and the database have the same columns', async () => {
  const covered = await auditor.query<{ name: string; columns: string[] }>(
    'select name, columns from eclusa.event_sourced_tables',
  )
  expect(Object.fromEntries(covered.rows.map(({ name, columns }) => [name, columns]))).toEqual(tracedTables)
  const kept = await auditor.query<{ name: string; key: string[]; columns: string[] }>(
    'select name, key_columns as key, columns from eclusa.audited_tables',
  )
  const known = Object.entries(keptTables).map(([name, { key, columns }]) => ({ name, key, columns }))
  expect(kept.rows.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(
    known.toSorted((one, other) => one.name.localeCompare(other.name)),
  )
})

it('there are enough of them', () => expect(refused.length + tamperings.length).toBeGreaterThanOrEqual(25))

describe('is refused', () => {
  it.each(refused)('$login: to $to', async ({ login, by }) => {
    const before = await state()
    const tried = attempt(gateway.db[login], at, by(at))
    await expect(tried).rejects.toThrow(
      /permission denied|must be owner|is refused|only ever added to|cannot be written by/,
    )
    expect(await state()).toBe(before)
  })
})

describe('the owner, with the triggers off,', () => {
  it.each(tamperings)('is reported: to $to', async ({ tables: touched, by, found }) => {
    const { admin } = gateway.db
    for (const table of touched) await admin.query(`create table public.saved_${table} as select * from ${table}`)
    await attempt(gateway.db.owner, at, [
      ...touched.flatMap((table) => [
        `alter table ${table} disable trigger user`,
        `alter table ${table} no force row level security`,
      ]),
      ...by(at),
    ])
    expect(await wrong()).toContainEqual(expect.objectContaining(found(at)))
    for (const table of touched) {
      await admin.query(`alter table ${table} enable trigger user`)
      await admin.query(`delete from ${table}; insert into ${table} select * from public.saved_${table}`)
      await admin.query(`drop table public.saved_${table}`)
    }
    expect(await wrong()).toEqual([])
  })

  it('is reported: to replace the function that verifies', async () => {
    const { admin } = gateway.db
    const { rows } = await admin.query<{ made: string }>(
      `select pg_get_functiondef('require_event_crossborder_accounts'::regproc) as made`,
    )
    await admin.query('create table public.saved as select * from crossborder_accounts')
    await attempt(gateway.db.owner, at, [
      `create or replace function require_event_crossborder_accounts() returns trigger language plpgsql as 'begin return null; end'`,
      'alter table crossborder_accounts no force row level security',
      `update crossborder_accounts set account_number = '666' where id = '${at.account_id}'`,
    ])
    const changed = { table: 'crossborder_accounts', id: at.account_id, reason: 'CHANGED' }
    expect(await wrong()).toEqual([expect.objectContaining(changed)])
    await admin.query(rows[0]!.made)
    await admin.query('delete from crossborder_accounts; insert into crossborder_accounts select * from public.saved')
    await admin.query('drop table public.saved')
  })
})

import { withDatabase } from '@eclusa/simulators/database.ts'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lockAccount, markAccountDeleted, saveAccount } from '../src/areas/crossborder/accounts/account-store.ts'
import { lockClient, saveClient } from '../src/areas/crossborder/clients/client-store.ts'
import { lockOnboarding } from '../src/areas/onboarding/onboarding-store.ts'
import { closeSteps, pauseSteps, saveStep, stepsOf } from '../src/areas/onboarding/steps/step-store.ts'
import { lockRequest, saveRequest } from '../src/areas/pix-fund-recovery/request-store.ts'
import { lockNotification, saveNotification } from '../src/areas/pix-infractions/notification-store.ts'
import * as reports from '../src/areas/pix-infractions/unmatched-reports.ts'
import { lockRefundRequest, saveRefundRequest } from '../src/areas/pix-refunds/refund-request-store.ts'
import * as refunds from '../src/areas/pix-refunds/unmatched-refunds.ts'
import { compareCases } from '../src/backoffice/cases/compare-cases.ts'
import { caseKinds } from '../src/case-types.ts'
import { scopeOfUser } from '../src/http/scope/scope.ts'
import type { Tx } from '../src/http/transaction.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Statement } from '../src/platform/db/transaction.ts'

/** What the stores write about a case beside its record, and the notifications to the desk. */
let db: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  db = await cloneDatabase()
  const connectionString = withDatabase(inject('adminUrl'), new URL(db.api).pathname.slice(1))
  pool = openPool({ connectionString, size: 1, name: 'case-changes' })
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const emptied = async () => {
  await db.admin.query(`delete from cases; delete from onboarding_steps; delete from onboardings; delete from crossborder_accounts;
    delete from crossborder_clients; delete from unmatched_refunds; delete from unmatched_infraction_reports;
    delete from fund_recovery_requests; delete from refund_requests; delete from infraction_notifications; delete from case_documents`)
  await fillCases(db.admin, 2)
}

/** Written as the owner of everything, with every trigger, and rolled back before a decision without an event is refused. */
async function undone(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; delete from case_changes')
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A nested transaction of a user, and its notifications about cases. */
async function within(client: pg.PoolClient, user_id: string, work: (tx: Tx) => Promise<void>): Promise<string[]> {
  const sent: Statement[] = []
  await work({
    scope: scopeOfUser(user_id),
    request_id: 'test',
    now: new Date(),
    query: async ({ text, values }) => (await client.query(text, values)).rows,
    write: (statement) => void sent.push(statement),
    enqueue: async () => {},
  })
  for (const { text, values } of sent) await client.query(text, values)
  return sent.map(({ text }) => text).filter((text) => /\bcases\b/.test(text))
}

interface TestCaseChangesRecord {
  version: number
  updated_at: string
}
type TestCaseChangesMove = Record<string, unknown>

/** By kind: how its store writes a change, what closes and reopens a case, and whether each write is a new version. */
const stores: Record<
  string,
  {
    write: (tx: Tx, id: string, change: TestCaseChangesMove) => Promise<void>
    moves: [TestCaseChangesMove, TestCaseChangesMove]
  }
> = {
  infraction: {
    write: async (tx, id, change) => saveNotification(tx, changed((await lockNotification(tx, id))!, change)),
    moves: [{ decided_at: new Date().toISOString() }, { decided_at: null }],
  },
  refund: {
    write: async (tx, id, change) => saveRefundRequest(tx, changed((await lockRefundRequest(tx, id))!, change)),
    moves: [{ status: 'CLOSED' }, { status: 'OPEN' }],
  },
  recovery: {
    write: async (tx, id, change) => saveRequest(tx, changed((await lockRequest(tx, id))!, change)),
    moves: [{ waiting_code: null }, { waiting_code: 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED' }],
  },
  client: {
    write: async (tx, id, change) => saveClient(tx, changed((await lockClient(tx, id))!, change)),
    moves: [{ status: 'ACTIVE' }, { status: 'PENDING' }],
  },
  account: {
    async write(tx, id, change) {
      const { rows } = await db.admin.query('select client_id from crossborder_accounts where id = $1', [id])
      saveAccount(tx, changed((await lockAccount(tx, { client_id: rows[0].client_id, account_id: id }))!, change))
    },
    moves: [{ status: 'ACTIVE' }, { status: 'PENDING' }],
  },
  onboarding_step: {
    async write(tx, id, change) {
      const { rows } = await db.admin.query('select onboarding_id from onboarding_steps where id = $1', [id])
      await lockOnboarding(tx, rows[0].onboarding_id)
      const steps = await stepsOf(tx, rows[0].onboarding_id)
      saveStep(tx, changed(steps.find((step) => step.id === id)!, change))
    },
    moves: [{ finished_at: new Date().toISOString() }, { finished_at: null }],
  },
}
const changed = <Row extends TestCaseChangesRecord>(row: Row, change: TestCaseChangesMove): Row => ({
  ...row,
  version: row.version + 1,
  ...change,
})

describe('the recorded changes of a case', () => {
  beforeAll(emptied)
  const kept = caseKinds.filter((kind) => kind.of)

  it.each(kept.map((kind) => [kind.name, kind] as const))('%s: closes, reopens and changes', async (name, kind) => {
    const { write, moves } = stores[name]!
    const [leave, back] = moves
    await undone(async (client) => {
      const { rows } = await client.query('select id, user_id from cases where kind = $1 limit 1', [kind.name])
      const { id, user_id } = rows[0]
      let sent: string[] = []
      const notes = async (change: TestCaseChangesMove) => {
        await client.query('delete from case_changes')
        sent = await within(client, user_id, (tx) => write(tx, id, change))
        return (await client.query('select kind, case_id, user_id, change from case_changes')).rows
      }
      const note = { kind: name, case_id: id, user_id }
      expect(await notes(leave)).toEqual([{ ...note, change: 'left' }])
      // A change of a record without an open case sends no notification and costs nothing, and so does an invisible change.
      expect(await notes({})).toEqual([])
      expect(sent).toEqual([])
      expect(await notes(back)).toEqual([{ ...note, change: 'appeared' }])
      expect(await notes({})).toEqual([{ ...note, change: 'changed' }])
      // Where each write is a new version, there is no write without a change.
      if (name === 'client' || name === 'account') return
      const { rows: now } = await client.query(`select version from ${kind.table} where id = $1`, [id])
      expect(await notes({ version: now[0].version })).toEqual([])
      expect(sent).toEqual([])
    })
  })

  it('an account case closes when the account is deleted', () =>
    undone(async (client) => {
      const { rows } = await client.query(`select one.user_id, one.id, client_id from cases
        join crossborder_accounts one using (user_id, id) where kind = 'account' limit 1`)
      const { user_id, id, client_id } = rows[0]
      await within(client, user_id, async (tx) => {
        markAccountDeleted(tx, changed((await lockAccount(tx, { client_id, account_id: id }))!, {}))
      })
      expect((await client.query('select kind, case_id, change from case_changes')).rows).toEqual([
        { kind: 'account', case_id: id, change: 'left' },
      ])
    }))

  it('a step closes with its onboarding, which ends or goes back to the integrator', async () => {
    for (const end of [
      pauseSteps,
      (tx: Tx, _: string, steps: Parameters<typeof closeSteps>[1]) => closeSteps(tx, steps),
    ])
      await undone(async (client) => {
        const { rows } = await client.query(`select one.user_id, one.id, onboarding_id from cases
          join onboarding_steps one using (user_id, id) where kind = 'onboarding_step' limit 1`)
        const { user_id, id, onboarding_id } = rows[0]
        await within(client, user_id, async (tx) => end(tx, onboarding_id, await stepsOf(tx, onboarding_id)))
        expect((await client.query('select kind, case_id, change from case_changes')).rows).toEqual([
          { kind: 'onboarding_step', case_id: id, change: 'left' },
        ])
      })
  })

  it('two writes in one transaction are recorded as the last', () =>
    undone(async (client) => {
      const { rows } = await client.query(`select id, user_id from cases where kind = 'refund' limit 1`)
      const { id, user_id } = rows[0]
      await within(client, user_id, async (tx) => {
        const stored = (await lockRefundRequest(tx, id))!
        saveRefundRequest(tx, changed(stored, { status: 'CLOSED' }))
        // The reads here are older than the writes.
        await lockRefundRequest(tx, id)
        saveRefundRequest(tx, stored)
      })
      expect((await client.query('select change from case_changes')).rows.map(({ change }) => change)).toEqual([
        'left',
        'appeared',
      ])
    }))
})

const at = (second: number) => new Date(Date.UTC(2026, 1, 2, 10, 0, second)).toISOString()
const id = '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4d'
const unclaimed = {
  unclaimed_report: {
    keep: (worker: pg.Pool, status: string, second: number) =>
      reports.keepUnclaimed(worker, {
        id,
        transaction_id: 'E1',
        reason: 'REFUND_REQUEST',
        situation_type: 'SCAM',
        status,
        reporter_participant: '22222222',
        counterparty_participant: '11111111',
        creation_time: at(0),
        last_modified: at(second),
      }),
    forget: reports.forgetClaimed,
    known: `insert into infraction_notifications (user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_type,
      situation_type, status, dict_status, amount, blocked_amount_status, decided_at, due_date, reported_at, version, created_at,
      updated_at) values ($1, $1, $1, $1, 'E1', 'FRAUD', 'SCAM', 'CLOSED', 'CLOSED', 1, 'BLOCKED', now(), now(), now(), 1, now(), now())`,
  },
  unclaimed_refund: {
    keep: (worker: pg.Pool, status: string, second: number) =>
      refunds.keepUnclaimed(worker, {
        id,
        transaction_id: 'E1',
        refund_reason: 'FRAUD',
        refund_amount: 1,
        status,
        requesting_participant: '22222222',
        contested_participant: '11111111',
        creation_time: at(0),
        last_modified: at(second),
      }),
    forget: refunds.forgetClaimed,
    known: `insert into refund_requests (user_id, wallet_id, id, transaction_id, end_to_end_id, reason, amount, status, due_date,
      monitor_account, requesting_participant, dict_status, reported_at, version, created_at, updated_at)
      values ($1, $1, $1, $1, 'E1', 'FRAUD', 100, 'CLOSED', now(), true, '22222222', 'CLOSED', now(), 1, now(), now())`,
  },
}

describe('the recorded changes of an unclaimed case', () => {
  it.each(Object.entries(unclaimed))(
    '%s: opens, changes, closes, reopens, and closes with its row',
    async (kind, one) => {
      const worker = openPool({ connectionString: db.worker, size: 1, name: 'case-changes' })
      const notes = async (work: Promise<void>) => {
        await work
        const { rows } = await db.admin.query('delete from case_changes returning kind, case_id, user_id, change')
        return rows
      }
      const note = (change: string) => [{ kind, case_id: id, user_id: null, change }]
      await db.admin.query('delete from case_changes')
      try {
        expect(await notes(one.keep(worker, 'OPEN', 1))).toEqual(note('appeared'))
        expect(await notes(one.keep(worker, 'ACKNOWLEDGED', 2))).toEqual(note('changed'))
        // The same write again.
        expect(await notes(one.keep(worker, 'ACKNOWLEDGED', 2))).toEqual([])
        expect(await notes(one.keep(worker, 'CLOSED', 3))).toEqual(note('left'))
        expect(await notes(one.keep(worker, 'CLOSED', 4))).toEqual([])
        expect(await notes(one.keep(worker, 'OPEN', 5))).toEqual(note('appeared'))
        expect(await notes(one.forget(worker, [id]))).toEqual([])
        await db.admin.query(one.known, [id])
        expect(await notes(one.forget(worker, [id]))).toEqual(note('left'))
      } finally {
        await worker.end()
      }
    },
  )
})

describe('the comparison of cases and records', () => {
  beforeAll(emptied)

  it('finds a waiting record without a case, a case without a waiting record, and different values', async () => {
    expect(await compareCases(db.admin, caseKinds)).toEqual({ cases: 2 * caseKinds.length, wrong: [] })
    for (const { name, table, of } of caseKinds) {
      const pick = `(select id from cases where kind = '${name}' limit 1)`
      const over = { client: 'ACTIVE', account: 'ACTIVE', onboarding_step: 'APPROVED' }[name as string] ?? 'CLOSED'
      for (const [statement, reason] of [
        [`delete from cases where id = ${pick}`, 'CASE_MISSING'],
        [`update cases set since = since - interval '1 hour' where id = ${pick}`, 'CASE_DIFFERS'],
        [`update ${table} set status = '${over}' where id = ${pick}`, 'CASE_WITHOUT_RECORD'],
        ...(of ? [[`update ${table} set version = version + 1 where id = ${pick}`, 'CASE_DIFFERS']] : []),
      ]) {
        const client = await db.admin.connect()
        try {
          await client.query('begin')
          await client.query(statement!)
          const { wrong } = await compareCases(client, caseKinds)
          expect(wrong, statement).toEqual([expect.objectContaining({ kind: name, reason })])
        } finally {
          await client.query('rollback')
          client.release()
        }
      }
    }
  })

  it('a step of an onboarding that is back with the integrator does not wait', async () => {
    await db.admin.query(`update onboardings set status = 'invalid'`)
    const { wrong } = await compareCases(db.admin, caseKinds)
    expect(wrong).toHaveLength(2)
    for (const one of wrong) expect(one).toMatchObject({ kind: 'onboarding_step', reason: 'CASE_WITHOUT_RECORD' })
  })
})

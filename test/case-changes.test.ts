import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillCases } from '../drills/cases/fill-cases.ts'
import { caseKinds } from '../src/case-kinds.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

/** The conditions by which the database notes what changes are its own: held here against what the kinds declare. */
let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
  await fillCases(db.admin, 2)
})
afterAll(() => db.drop())

/** Done as the owner of everything, with every trigger, and undone. */
async function undone(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.admin.connect()
  try {
    await client.query(
      'begin; set local search_path = eclusa; set local session_replication_role = origin; delete from case_changes',
    )
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** What makes a case of each kind leave the queue, and come back. */
const moves: Record<string, [leave: string, back: string]> = {
  infraction: [
    'update infraction_notifications set decided_at = now()',
    'update infraction_notifications set decided_at = null',
  ],
  refund: [`update refund_requests set status = 'CLOSED'`, `update refund_requests set status = 'OPEN'`],
  recovery: [
    'update fund_recovery_requests set waiting_code = null',
    `update fund_recovery_requests set waiting_code = 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED'`,
  ],
  unclaimed_report: [
    `update unclaimed_infraction_reports set status = 'CLOSED'`,
    `update unclaimed_infraction_reports set status = 'OPEN'`,
  ],
  unclaimed_refund: [`update unclaimed_refunds set status = 'CLOSED'`, `update unclaimed_refunds set status = 'OPEN'`],
  client: [`update crossborder_clients set status = 'ACTIVE'`, `update crossborder_clients set status = 'PENDING'`],
  account: ['update crossborder_accounts set deleted_at = now()', 'update crossborder_accounts set deleted_at = null'],
  onboarding_step: [
    'update onboarding_steps set finished_at = now()',
    'update onboarding_steps set finished_at = null',
  ],
}

describe('what is noted of a case', () => {
  it.each(caseKinds.map((kind) => [kind.name, kind] as const))(
    '%s: leaves, returns and changes',
    async (name, kind) => {
      const [leave, back] = moves[name]!
      await undone(async (client) => {
        const whose = kind.shows.user_id ? 'user_id' : 'null::uuid as user_id'
        const { rows } = await client.query(`select id, ${whose} from ${kind.table} where ${kind.waits.sql} limit 1`)
        const { id, user_id } = rows[0]
        const notes = async (statement: string) => {
          await client.query('delete from case_changes')
          await client.query(`${statement} where id = '${id}'`)
          return (await client.query('select kind, case_id, user_id, change from case_changes')).rows
        }
        const note = { kind: name, case_id: id, user_id }
        const [column, further] = kind.shows.version ? ['version', '1'] : ['due_date', `interval '1 hour'`]
        const change = `update ${kind.table} set ${column} = ${column} + ${further}`
        expect(await notes(leave)).toEqual([{ ...note, change: 'left' }])
        // What waits for nobody is changed without a word, and so is what nobody sees.
        expect(await notes(change)).toEqual([])
        expect(await notes(back)).toEqual([{ ...note, change: 'appeared' }])
        expect(await notes(change)).toEqual([{ ...note, change: 'changed' }])
        expect(await notes(`update ${kind.table} set ${column} = ${column}`)).toEqual([])
      })
    },
  )

  it('steps leave with their onboarding, and what is claimed leaves with its row', () =>
    undone(async (client) => {
      await client.query('alter table onboardings drop constraint onboardings_user_id_account_id_fkey')
      const changes = async () => (await client.query('select distinct kind, change from case_changes order by 1')).rows
      await client.query(`update onboardings set status = 'rejected'`)
      expect(await changes()).toEqual([{ kind: 'onboarding_step', change: 'left' }])
      await client.query('delete from case_changes')
      await client.query('update onboarding_steps set version = version + 1')
      expect(await changes()).toEqual([])
      await client.query(`update onboardings set status = 'in_process'`)
      expect(await changes()).toEqual([{ kind: 'onboarding_step', change: 'appeared' }])
      await client.query(
        'delete from case_changes; delete from unclaimed_refunds; delete from unclaimed_infraction_reports',
      )
      expect(await changes()).toEqual([
        { kind: 'unclaimed_refund', change: 'left' },
        { kind: 'unclaimed_report', change: 'left' },
      ])
    }))
})

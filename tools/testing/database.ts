import { randomBytes } from 'node:crypto'
import { asAdmin, type DatabaseUrls, databaseUrls, openAdminPool } from '@eclusa/simulators/database.ts'
import type pg from 'pg'
import { inject } from 'vitest'
import { noteWritesBehind } from './cases.ts'

export interface TestDatabase extends DatabaseUrls {
  /** A superuser for tests: reads, plants and tampers directly. Triggers are off for it. */
  admin: pg.Pool
  /** How many of its sessions wait for a lock. */
  waiting: () => Promise<number>
  drop(): Promise<void>
}

const WAITING = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** A clone of the migrated template, for one test file. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `eclusa_test_${randomBytes(6).toString('hex')}`
  // The file copy strategy takes half as long as the WAL log strategy.
  const clone = `create database ${name} template ${inject('templateName')} strategy file_copy`
  await asAdmin(adminUrl, (admin) => admin.query(clone))
  const admin = noteWritesBehind(openAdminPool(adminUrl, name))
  return {
    ...databaseUrls(adminUrl, name),
    admin,
    waiting: async () => (await admin.query<{ n: number }>(WAITING)).rows[0]!.n,
    async drop() {
      await admin.end()
      await asAdmin(adminUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

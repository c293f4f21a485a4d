import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { createTestAuditLog, rewriteChain, seedTold, type TestJournal } from '@eclusa/testing/audit-log.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let test: TestJournal
beforeAll(async () => {
  test = await createTestAuditLog()
  await seedTold(test.db.admin, new Date(Date.now() - 3 * 3_600_000), 20, 3_600)
  await test.write(5)
  await test.cover()
  await test.anchor()
})
afterAll(() => test.close())

const main = new URL('../main.ts', import.meta.url).pathname

/** Runs the command with a read-only login, the public key and the anchors: without secrets and without a gateway. */
function run(args: string[], more: Record<string, string> = {}) {
  const { JOURNAL_SIGNING_KEY: _, ...place } = test.settings
  const env = {
    PATH: process.env['PATH'],
    DATABASE_AUDITOR_URL: test.db.auditor,
    ...place,
    JOURNAL_VERIFY_KEY: test.keys.verify,
    ...more,
  } as NodeJS.ProcessEnv
  return promisify(execFile)(process.execPath, [main, ...args], { env })
}

it('verifies, anchors by hand, and reports each problem with its fix', async () => {
  const { stdout } = await run(['journal', 'verify', '--json'])
  const checks = JSON.parse(stdout) as { check: string; seen: number; broken: string }[]
  expect(checks.map(({ check, broken }) => [check, broken])).toEqual([
    ['anchors', ''],
    ['journal', ''],
    ['audit log against anchors', ''],
    ['events', ''],
    ['client_activity', ''],
    ['onboarding_activity', ''],
    ['client activity chains', ''],
    ['records', ''],
    ['cases', ''],
  ])
  expect(checks.find(({ check }) => check === 'events')!.seen).toBe(20)

  await test.write(2)
  const byHand = { JOURNAL_SIGNING_KEY: test.keys.signing, DATABASE_WORKER_URL: test.db.worker }
  expect((await run(['journal', 'anchor'], byHand)).stdout).toMatch(/anchored\n\d+/)
  expect((await run(['journal', 'anchor'], byHand)).stdout).toContain('already')

  await rewriteChain(test.owner, `update audit_log set reason = 'another' where sequence = 2`)
  await expect(run(['journal', 'verify'])).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/REWRITTEN.*rewritten from its beginning.*backup/s) as string,
  })
})

it('has a login that can read what it needs and write nothing', async () => {
  const auditor = createLoginPool(test.db.auditor)
  const { rows } = await auditor.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'eclusa'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { name } of rows) {
    await expect(auditor.query(`delete from ${name}`)).rejects.toThrow('permission denied')
    await expect(auditor.query(`insert into ${name} default values`)).rejects.toThrow('permission denied')
  }
  await expect(auditor.query(`select write_audit_log('{}', null)`)).rejects.toThrow('permission denied')
  await expect(auditor.query('select * from audit_log_anchors')).rejects.toThrow('permission denied')
  await auditor.end()
})

it('reports what it cannot detect without anchors, and rejects an invalid key', async () => {
  const { stdout } = await run(['journal', 'verify'], { JOURNAL_ANCHORS_FILE: '', JOURNAL_ANCHORS: '' }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toContain('JOURNAL_ANCHORS is not set')
  await expect(run(['journal', 'verify'], { JOURNAL_VERIFY_KEY: 'nothing' })).rejects.toMatchObject({ code: 1 })
  await expect(run(['journal', 'verify', '--since', 'yesterday'])).rejects.toMatchObject({
    stderr: expect.stringContaining('--since takes a date') as string,
  })
})

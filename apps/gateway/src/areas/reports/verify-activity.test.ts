import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTestActivity } from '@eclusa/testing/activity.ts'
import { expect, it } from 'vitest'
import { verifyActivity } from './verify-activity.ts'

/** The hash chain of the activity log, and tampering with it. */
const test = createTestActivity()

const verify = async () => verifyActivity(test.gateway.db.admin, () => {})
/** Tampers as a superuser can, verifies, and restores the row. */
async function tampered(statement: string, values: unknown[], then?: string) {
  const client = await test.gateway.db.admin.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    if (then) await client.query(then, values)
    const { broken } = await verifyActivity(client as unknown as typeof test.gateway.db.admin, () => {})
    return broken.map((entry) => ({ ...entry, sequence: Number(String(entry.sequence)) }))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

it('is valid for entries of concurrent writers', async () => {
  await Promise.all(Array.from({ length: 20 }, () => test.append(5, [test.clients[3]!, test.clients[4]!])))
  expect(await verify()).toEqual({ chains: test.clients.length, broken: [] })
})

const changes = [
  `status = 'REJECTED'`,
  `metadata = '{"n": 2}'`,
  `event_created_at = event_created_at + interval '1 millisecond'`,
  `source = 'operator'`,
  `event_id = '00000000-0000-4000-8000-000000000042'`,
  `previous_hash = '\\x00'`,
  `hash = '\\x00'`,
]
it.each(changes)('reports an entry in which %s', async (change) => {
  const where = 'user_id = $1 and client_id = $2 and sequence = 42'
  const broken = await tampered(`update client_activity set ${change} where ${where}`, [
    test.user.user_id,
    test.clients[5],
  ])
  expect(broken).toMatchObject([{ client_id: test.clients[5], sequence: 42, reason: 'CHANGED' }])
})

it('reports the place from which an entry was removed, in the middle, at the start and at the end', async () => {
  const remove = (sequence: string) =>
    tampered(`delete from client_activity where user_id = $1 and client_id = $2 and sequence = ${sequence}`, [
      test.user.user_id,
      test.clients[6],
    ])
  expect(await remove('42')).toMatchObject([{ sequence: 43, reason: 'MISSING_BEFORE' }])
  expect(await remove('1')).toMatchObject([{ sequence: 2, reason: 'MISSING_BEFORE' }])
  expect(await remove(`${test.entriesEach}`)).toMatchObject([{ sequence: test.entriesEach, reason: 'END_CHANGED' }])
})

it('reports the last entry when it was changed and hashed again, and a history without its head', async () => {
  const where = `user_id = $1 and client_id = $2 and sequence = ${test.entriesEach}`
  const broken = await tampered(
    `update client_activity set status = 'X' where ${where}`,
    [test.user.user_id, test.clients[9]],
    `update client_activity set hash = client_activity_hash((select row(c.*)::client_activity from
       (select * from client_activity where ${where}) c)) where ${where}`,
  )
  expect(broken).toMatchObject([{ client_id: test.clients[9], sequence: test.entriesEach, reason: 'END_CHANGED' }])
  const headless = await tampered('delete from client_activity_heads where user_id = $1 and client_id = $2', [
    test.user.user_id,
    test.clients[9],
  ])
  expect(headless).toMatchObject([{ client_id: test.clients[9], reason: 'HEAD_MISSING' }])
})

it('reports every history without its head, however many there are', async () => {
  const histories = `insert into client_activity (user_id, client_id, sequence, id, event_id, source, event_type, status, reference_id,
      metadata, authenticated_user_id, request_id, event_created_at, previous_hash, hash, product_id)
    select user_id, md5(client_id::text || n)::uuid, sequence, gen_random_uuid(), event_id, source, event_type, status, reference_id,
      metadata, authenticated_user_id, request_id, event_created_at, previous_hash, hash, product_id
    from client_activity, generate_series(1, 1200) n where user_id = $1 and client_id = $2 and sequence <= 2`
  const broken = await tampered(histories, [test.user.user_id, test.clients[9]])
  expect(broken).toHaveLength(1_200)
  expect(new Set(broken.map(({ client_id }) => client_id)).size).toBe(1_200)
  expect(broken[0]).toMatchObject({ sequence: 1, reason: 'HEAD_MISSING' })
})

it('reports an entry that was hashed again after a change, by its successor', async () => {
  const broken = await tampered(
    `update client_activity set status = 'X', hash = client_activity_hash(jsonb_populate_record(client_activity, '{"status": "X"}'))
     where user_id = $1 and client_id = $2 and sequence = 10`,
    [test.user.user_id, test.clients[7]],
  )
  expect(broken).toMatchObject([{ sequence: 11, reason: 'MISSING_BEFORE' }])
})

it("is verified by the auditor's command, which fails when a chain is broken", async () => {
  const main = new URL('../../main.ts', import.meta.url).pathname
  const env = { PATH: process.env['PATH'], DATABASE_AUDITOR_URL: test.gateway.db.auditor }
  const run = () => promisify(execFile)(process.execPath, [main, 'activity', 'verify'], { env })
  expect((await run()).stdout).toMatch(/chains\s+broken\n100\s+0/)
  await test.gateway.db.admin.query(
    `update client_activity set status = 'X' where user_id = $1 and client_id = $2 and sequence = 7`,
    [test.user.user_id, test.clients[8]],
  )
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`${test.clients[8]}\\s+7`)) as string,
  })
})

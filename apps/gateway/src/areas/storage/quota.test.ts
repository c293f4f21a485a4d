import { randomBytes } from 'node:crypto'
import { begin, confirm, film, holdingsOf, keep, putBytes, samples, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { keepRoute } from '@eclusa/testing/upload-route.ts'
import { createTestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expireUploads } from './expire-uploads.job.ts'

/** A quota of one megabyte per user. */
const QUOTA = 1_000_000
let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway({ STORAGE_QUOTA_MB: '1' }, {}, { moreRoutes: [keepRoute] })
})
afterAll(() => gateway.close())
beforeEach(async () => {
  user = await gateway.user()
})

const refused = { status: 422, body: { code: 'STORAGE_QUOTA_EXCEEDED' } }
const told = (size: number) => ({ size, sha256: randomBytes(32).toString('hex') })
const beginOf = async (size: number, as = user) => (await begin(gateway, as, samples.pdf, told(size))).answer
const keepFilm = (bytes: number) =>
  keep(gateway, user, [{ name: 'document', file_name: 'a.mp4', bytes: film('isom', bytes) }], 'OTHERS', {
    'x-include-replay-protection-schema': 'nonce',
  })

async function usedBy({ user_id }: TestUser): Promise<number> {
  const { rows } = await gateway.db.admin.query<{ bytes: number }>(
    'select bytes::integer as bytes from storage_usage where user_id = $1',
    [user_id],
  )
  return rows[0]?.bytes ?? 0
}

it('is exact to the byte, and separate for another user', async () => {
  expect((await beginOf(QUOTA - 1)).status).toBe(201)
  expect(await beginOf(2)).toMatchObject(refused)
  expect((await beginOf(1)).status).toBe(201)
  expect(await beginOf(1)).toMatchObject(refused)
  expect(await usedBy(user)).toBe(QUOTA)
  const { rows } = await gateway.db.admin.query('select 1 from files where user_id = $1', [user.user_id])
  expect(rows).toHaveLength(2)
  expect((await beginOf(QUOTA, await gateway.user())).status).toBe(201)
})

it('is respected by concurrent uploads', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => beginOf(300_000)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(17).fill(422)])
  expect(await usedBy(user)).toBe(900_000)
})

it('counts files sent through the API like uploads, and the same bytes once', async () => {
  const { confirmed } = await upload(gateway, user, samples.pdf)
  expect(confirmed.body['state']).toBe('READY')
  expect(await usedBy(user)).toBe(samples.pdf.length)
  expect((await keepFilm(800_000)).status).toBe(201)
  const used = await usedBy(user)
  expect((await keepFilm(800_000)).status).toBe(201)
  expect(await usedBy(user)).toBe(used)
  expect(await keepFilm(300_000)).toMatchObject(refused)
  // The rejected file left neither bytes nor a count.
  const { objects, ready } = await holdingsOf(gateway, user)
  expect(objects.filter((key) => key.startsWith('files/')).length).toBeLessThanOrEqual(ready.length + 1)
  expect(await usedBy(user)).toBe(used)
})

it('is released by rejected and expired uploads', async () => {
  const wrong = await begin(gateway, user, samples.pdf, { sha256: 'a'.repeat(64) })
  await putBytes(gateway, wrong, samples.pdf)
  expect((await confirm(gateway, user, wrong.file_id)).body['code']).toBe('STORAGE_FILE_REFUSED')
  expect(await usedBy(user)).toBe(0)

  expect((await beginOf(QUOTA)).status).toBe(201)
  expect(await beginOf(1)).toMatchObject(refused)
  const jobs = createTestJobs(gateway, { now: () => new Date(Date.now() + 31 * 60_000) })
  await jobs.run(expireUploads)
  await jobs.close()
  expect(await usedBy(user)).toBe(0)
  expect((await beginOf(QUOTA)).status).toBe(201)
})

it('counts files that existed before the counter', async () => {
  await upload(gateway, user, samples.pdf)
  expect((await beginOf(400_000)).status).toBe(201)
  await gateway.db.admin.query('delete from storage_usage where user_id = $1', [user.user_id])
  const answers = await Promise.all(Array.from({ length: 8 }, () => beginOf(100_000)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(await usedBy(user)).toBe(samples.pdf.length + 900_000)
})

import { begin, confirm, fileStateOf, holdingsOf, putBytes, samples, sha256, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expireUploads } from './expire-uploads.job.ts'
import { CONFIRM_GRACE_SECONDS, UPLOAD_SECONDS } from './file.ts'
import { removeObject } from './remove-object.job.ts'

let gateway: TestGateway
let jobs: TestJobs
let user: TestUser
let aheadMs = 0

beforeAll(async () => {
  gateway = await createTestGateway()
  jobs = createTestJobs(gateway, { now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

const stateOf = async (file_id: string) => (await fileStateOf(gateway, file_id)).row!['state']

it('aborts an upload whose time and grace period are over, emits an event, and removes the uploaded bytes', async () => {
  const begun = await begin(gateway, user, samples.pdf)
  await putBytes(gateway, begun, samples.pdf)
  aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS - 5) * 1000
  await jobs.run(expireUploads)
  expect(await stateOf(begun.file_id)).toBe('WAITING_UPLOAD')

  aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS + 5) * 1000
  await jobs.run(expireUploads)
  expect(await stateOf(begun.file_id)).toBe('ABORTED')
  expect((await fileStateOf(gateway, begun.file_id)).told).toEqual(['storage.file.created', 'storage.file.aborted'])
  expect(await jobs.runLeft(removeObject)).toBe(1)
  expect((await holdingsOf(gateway, user)).objects).toEqual([])
  expect(await confirm(gateway, user, begun.file_id)).toMatchObject({
    status: 422,
    body: { code: 'STORAGE_UPLOAD_ABORTED' },
  })
})

it('does not change a READY or ERROR file', async () => {
  const ready = await upload(gateway, user, samples.pdf)
  const wrong = await upload(gateway, user, samples.png, { file_name: 'a.png', sha256: sha256(samples.csv) })
  aheadMs = 24 * 60 * 60 * 1000
  await jobs.run(expireUploads)
  expect(await stateOf(ready.file_id)).toBe('READY')
  expect(await stateOf(wrong.file_id)).toBe('ERROR')
})

it('and a concurrent confirmation have one outcome', async () => {
  aheadMs = (UPLOAD_SECONDS + CONFIRM_GRACE_SECONDS + 5) * 1000
  for (let round = 0; round < 10; round += 1) {
    const begun = await begin(gateway, user, samples.pdf, { file_name: `${round}.pdf` })
    await putBytes(gateway, begun, samples.pdf)
    const [confirmed] = await Promise.all([confirm(gateway, user, begun.file_id), jobs.run(expireUploads)])
    const state = await stateOf(begun.file_id)
    expect([confirmed.status, state]).toSatisfy(
      ([status, is]) => (status === 200 && is === 'READY') || (status === 422 && is === 'ABORTED'),
    )
  }
  await jobs.runLeft(removeObject)
  const { objects, ready } = await holdingsOf(gateway, user)
  expect(objects).toEqual(ready)
})

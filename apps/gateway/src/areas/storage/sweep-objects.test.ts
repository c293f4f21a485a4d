import { randomUUID } from 'node:crypto'
import { begin, holdingsOf, putBytes, samples, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { createTestJobs, createTestWorkerServices, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJob } from '../../platform/jobs/pg-boss.ts'
import { removeObject } from './remove-object.job.ts'
import { DAY_MS, sweepObjects } from './sweep-objects.job.ts'

let gateway: TestGateway
let jobs: TestJobs
let aheadMs = 0

beforeAll(async () => {
  gateway = await createTestGateway()
  jobs = createTestJobs(gateway, { now: () => new Date(Date.now() + aheadMs) })
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

async function* once(text: string) {
  yield Buffer.from(text)
}
const put = (key: string) => gateway.services.objects.put(key, once('x'), 'text/plain')

it('removes exactly the objects that no file needs, and only once no backup can need them', async () => {
  const user = await gateway.user()
  const { user_id } = user
  const ready = await upload(gateway, user, samples.pdf)
  const waiting = await begin(gateway, user, samples.png, { file_name: 'a.png' })
  await putBytes(gateway, waiting, samples.png)
  await jobs.runLeft(removeObject)
  const needed = (await holdingsOf(gateway, user)).objects
  expect(needed).toHaveLength(2)

  const put_up = [`incoming/${user_id}/${ready.file_id}`, `incoming/${user_id}/${randomUUID()}`]
  const kept = [
    `files/${user_id}/${randomUUID()}.${randomUUID()}`,
    `files/${user_id}/${ready.file_id}.${randomUUID()}`,
    `files/${randomUUID()}/${ready.file_id}.${randomUUID()}`,
  ]
  for (const key of [...put_up, ...kept]) await put(key)
  const left = async () => {
    await jobs.run(sweepObjects)
    const found = [...put_up, ...kept].map(async (key) => ((await gateway.services.objects.head(key)) ? [key] : []))
    return (await Promise.all(found)).flat()
  }
  aheadMs = DAY_MS - 60_000
  expect(await left()).toEqual([...put_up, ...kept])
  aheadMs = DAY_MS + 60_000
  expect(await left()).toEqual(kept)
  aheadMs = 35 * DAY_MS - 60_000
  expect(await left()).toEqual(kept)
  aheadMs = 35 * DAY_MS + 60_000
  expect(await left()).toEqual([])
  expect((await holdingsOf(gateway, user)).objects).toEqual(needed)
})

it('keeps a recent upload, however far the time of a test installation was advanced', async () => {
  const key = `incoming/${randomUUID()}/${randomUUID()}`
  await put(key)
  const clock = { now: () => new Date(Date.now() + 21 * DAY_MS) }
  const worker = { ...createTestWorkerServices(gateway.db), objects: gateway.services.objects, clock }
  await runJob(sweepObjects, worker, {}, randomUUID())
  await worker.close()
  expect(await gateway.services.objects.head(key)).toBeDefined()
})

it('does not remove a key of an unknown form', async () => {
  await put('files/something-else')
  aheadMs = 36 * DAY_MS
  await jobs.run(sweepObjects)
  expect(await gateway.services.objects.head('files/something-else')).toBeDefined()
})

import { holdingsOf, samples, upload } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeObject } from './remove-object.job.ts'

let gateway: TestGateway
let jobs: TestJobs

beforeAll(async () => {
  gateway = await createTestGateway()
  jobs = createTestJobs(gateway)
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

it('removes the leftovers of a confirmation, and never the bytes of a READY file', async () => {
  const user = await gateway.user()
  await upload(gateway, user, samples.pdf)
  expect((await holdingsOf(gateway, user)).objects).toHaveLength(2)
  expect(await jobs.runLeft(removeObject)).toBe(1)
  const { objects, ready } = await holdingsOf(gateway, user)
  expect(objects).toEqual(ready)
  await jobs.run(removeObject, { user_id: user.user_id, key: ready[0]! })
  expect((await holdingsOf(gateway, user)).objects).toEqual(ready)
})

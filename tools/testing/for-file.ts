import { afterAll, beforeAll } from 'vitest'
import { createTestGateway, type TestGateway, type TestUser } from './gateway.ts'

/** A gateway for one test file, a user of it, and what is made of the two, ready before its tests. */
export function openForFile<Parts extends object = {}>(
  make: (gateway: TestGateway, user: TestUser) => Parts | Promise<Parts> = () => ({}) as Parts,
): { gateway: TestGateway; user: TestUser } & Parts {
  const test = {} as { gateway: TestGateway; user: TestUser } & Parts
  beforeAll(async () => {
    const gateway = await createTestGateway()
    const user = await gateway.user()
    Object.assign(test, { gateway, user }, await make(gateway, user))
  })
  afterAll(() => test.gateway.close())
  return test
}

import { accountsOf } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAccount } from './verify-account.job.ts'

let gateway: TestGateway
let user: TestUser
let jobs: TestJobs

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  jobs = createTestJobs(gateway)
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

it('decides once, however often the job runs', async () => {
  const { client_id, create } = await accountsOf(gateway, user)
  const account_id = String((await create()).body['id'])
  const tenTimes = () =>
    Promise.all(
      Array.from({ length: 10 }, () => jobs.run(verifyAccount, { user_id: user.user_id, client_id, account_id })),
    )
  const history = async () =>
    (
      await gateway.db.admin.query(
        'select event_type, status, source, metadata from client_activity where client_id = $1 order by sequence',
        [client_id],
      )
    ).rows
  await tenTimes()
  const decided = await history()
  expect(decided.filter(({ event_type }) => event_type === 'ACCOUNT_VERIFIED')).toEqual([
    {
      event_type: 'ACCOUNT_VERIFIED',
      status: 'ACTIVE',
      source: 'rules',
      metadata: { checked: ['BANK_CODE_ABA'] },
    },
  ])
  await tenTimes()
  expect(await history()).toEqual(decided)
})

it('rejects an account that the current rules no longer allow, and its update is then 422', async () => {
  const { client_id, account_id, url } = await gateway.account(user)
  // A row that was created under earlier rules.
  await gateway.db.admin.query(
    `update crossborder_accounts set bank_code = '021000022', status = 'PENDING' where id = $1`,
    [account_id],
  )
  await jobs.run(verifyAccount, { user_id: user.user_id, client_id, account_id })
  expect((await gateway.ask({ url, as: user })).body['status']).toBe('INACTIVE')
  expect(await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'x' } })).toMatchObject({
    status: 422,
    body: { code: 'CROSSBORDER_ACCOUNT_INACTIVE' },
  })
})

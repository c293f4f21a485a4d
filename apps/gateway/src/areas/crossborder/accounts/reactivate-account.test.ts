import { accountsState } from '@eclusa/testing/crossborder.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { beforeEach, describe, expect, it } from 'vitest'

const test = openForFile()
let url: string
beforeEach(async () => {
  ;({ url } = await test.gateway.account(test.user))
})

const post = (verb: string, headers = {}) =>
  test.gateway.ask({ method: 'POST', url: `${url}/${verb}`, as: test.user, headers })
const id = () => url.split('/').at(-1)!
const put = (status: string) =>
  test.gateway.db.admin.query('update crossborder_accounts set status = $2 where id = $1', [id(), status])

describe('deactivateAccount and reactivateAccount: 200', () => {
  it('the owner deactivates an account, and it returns through verification', async () => {
    expect(await post('deactivate')).toMatchObject({
      status: 200,
      headers: { etag: '"3"' },
      body: { status: 'INACTIVE' },
    })
    expect(await post('reactivate')).toMatchObject({
      status: 200,
      headers: { etag: '"4"' },
      body: { status: 'PENDING' },
    })
    const { rows: waiting } = await test.gateway.db.admin.query(
      `select 1 from pgboss.job where name = 'verify-account' and data->>'account_id' = $1`,
      [id()],
    )
    expect(waiting).toHaveLength(1)
    const { rows } = await test.gateway.db.admin.query<{ type: string }>(
      "select type, sequence, data->>'status' as status from events where object_id = $1 order by sequence offset 2",
      [id()],
    )
    expect(rows).toEqual([
      { type: 'crossborder.account.deactivated', sequence: '3', status: 'INACTIVE' },
      { type: 'crossborder.account.reactivated', sequence: '4', status: 'PENDING' },
    ])
  })

  it('works repeatedly: each nonce is a new request', async () => {
    for (const verb of ['deactivate', 'reactivate', 'deactivate', 'reactivate']) {
      expect((await post(verb)).status).toBe(200)
      if (verb === 'reactivate') await put('ACTIVE')
    }
  })

  it('a deactivated account keeps its bank details reserved and accepts no change', async () => {
    await post('deactivate')
    const patched = await test.gateway.ask({ method: 'PATCH', url, as: test.user, body: { nickname: 'x' } })
    expect(patched).toMatchObject({ status: 422, body: { code: 'CROSSBORDER_ACCOUNT_INACTIVE' } })
  })
})

describe('404', () => {
  it.each(['deactivate', 'reactivate'])('%s an account that was deleted', async (verb) => {
    await test.gateway.ask({ method: 'DELETE', url, as: test.user })
    expect((await post(verb)).status).toBe(404)
  })
})

describe('412', () => {
  it.each(['deactivate', 'reactivate'])('%s honours If-Match', async (verb) => {
    expect((await post(verb, { 'if-match': '"1"' })).status).toBe(412)
  })
})

describe('422', () => {
  it.each([
    ['deactivate', 'PENDING'],
    ['deactivate', 'INACTIVE'],
    ['reactivate', 'PENDING'],
    ['reactivate', 'ACTIVE'],
    // Rejected by verification. The owner did not deactivate it and cannot reactivate it.
    ['reactivate', 'INACTIVE'],
  ])('%s an account that is %s', async (verb, status) => {
    await put(status)
    const before = await accountsState(test.gateway)
    expect(await post(verb)).toMatchObject({ status: 422, body: { code: 'CROSSBORDER_ACCOUNT_STATUS_FIXED' } })
    expect(await accountsState(test.gateway)).toEqual(before)
  })
})

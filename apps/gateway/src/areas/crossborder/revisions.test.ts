import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { naturalPerson, usdAccount } from '@eclusa/testing/examples.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const test = openForFile()
let desk: TestDesk
beforeAll(async () => {
  desk = await createTestBackoffice(test.gateway)
})
afterAll(() => desk.close())

let client_id: string
let url: string
beforeEach(async () => {
  ;({ client_id, url } = await test.gateway.account(test.user))
})

const CLIENTS = '/v1/crossborder/clients'
const patch = async (at: string, body: object) =>
  expect((await test.gateway.ask({ method: 'PATCH', url: at, as: test.user, body })).status).toBe(200)

/** The earlier values as an analyst sees them after a reveal. */
async function earlier(): Promise<Record<string, unknown>[]> {
  const response = await desk.app.inject({
    method: 'POST',
    url: `/v1/clients/${client_id}/reveal`,
    headers: { authorization: `Bearer ${desk.person('beatriz', 'analyst').id}` },
    payload: { user_id: test.user.user_id, reason: 'to compare' },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ earlier: Record<string, unknown>[] }>().earlier
}

const kept = async () =>
  (await test.gateway.db.admin.query('select * from crossborder_revisions where client_id = $1', [client_id])).rows

describe('earlier values', () => {
  it("are stored for a client's identity and an account's bank details, for an analyst to read", async () => {
    await patch(`${CLIENTS}/${client_id}`, { name: 'Ada Lovelace', email: 'ada@lovelace.example' })
    await patch(url, { account_number: '42', nickname: 'moved' })
    await patch(`${CLIENTS}/${client_id}`, { birth_date: '1990-03-01' })
    const [birth, moved, name] = await earlier()
    expect(name).toMatchObject({
      of: 'client',
      version: 2,
      values: { name: naturalPerson.name, nationality: 'American' },
    })
    expect(moved).toMatchObject({
      of: 'account',
      values: { account_number: usdAccount['account_number'], bank_code: '021000021' },
    })
    expect(birth).toMatchObject({
      of: 'client',
      version: 3,
      values: { name: 'Ada Lovelace', birth_date: '1990-02-28' },
    })
  })

  it('are not stored for a change of any other field', async () => {
    await patch(`${CLIENTS}/${client_id}`, { email: 'ada@lovelace.example', address: { city: 'Tampa' } })
    await patch(url, { nickname: 'moved', account_name: 'Other', bank_name: 'Other Bank' })
    expect(await kept()).toEqual([])
  })

  it('are not stored for a change that was rejected', async () => {
    const stale = { 'if-match': '"1"' }
    const asks = [`${CLIENTS}/${client_id}`, url].map((at, n) =>
      test.gateway.ask({
        method: 'PATCH',
        url: at,
        as: test.user,
        headers: stale,
        body: [{ name: 'x' }, { account_number: '1' }][n],
      }),
    )
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([412, 412])
    expect(await kept()).toEqual([])
  })

  it('are encrypted, and bound to the version they belong to', async () => {
    await patch(`${CLIENTS}/${client_id}`, { name: 'Ada Lovelace' })
    expect(JSON.stringify(await kept(), (_, value: unknown) => value)).not.toContain('Clement')
    const { rows } = await test.gateway.db.admin.query<{ sealed: Buffer }>(
      'select sealed from crossborder_revisions where client_id = $1',
      [client_id],
    )
    expect(rows[0]!.sealed.toString('latin1')).not.toContain('Clement')
    await test.gateway.db.admin.query('update crossborder_revisions set version = 9 where client_id = $1', [client_id])
    await expect(earlier()).rejects.toThrow('CROSSBORDER_EARLIER_UNREADABLE')
    expect(test.gateway.logged.join('')).toContain('earlier_values_unreadable')
  })

  it.each(['select * from', 'delete from', 'update', 'truncate'])(
    'cannot be reached by the API: %s',
    async (statement) => {
      await patch(`${CLIENTS}/${client_id}`, { name: 'Ada Lovelace' })
      const text =
        statement === 'update' ? 'update crossborder_revisions set version = 1' : `${statement} crossborder_revisions`
      const connection = await test.gateway.services.pool.connect()
      try {
        await connection.query(`select set_config('eclusa.user_id', $1, false)`, [test.user.user_id])
        await expect(connection.query(text)).rejects.toThrow('permission denied')
      } finally {
        connection.release(true)
      }
    },
  )
})

import { randomUUID } from 'node:crypto'
import { createTestAccounts } from '@eclusa/testing/crossborder.ts'
import { beforeEach, describe, expect, it } from 'vitest'

const test = createTestAccounts()
let id: string
let url: string

beforeEach(async () => {
  id = randomUUID()
  await test.create({}, { 'x-transaction-uuid': id })
  url = `${test.url}/${id}`
})

const remove = (headers = {}) => test.gateway.ask({ method: 'DELETE', url, as: test.user, headers })
const again = { 'x-include-replay-protection-schema': 'nonce' }

async function stateOf() {
  const { rows } = await test.gateway.db.admin.query('select * from crossborder_accounts where id = $1', [id])
  const told = await test.gateway.db.admin.query('select type from events where object_id = $1 order by sequence', [id])
  return { row: rows[0] as { deleted_at: Date | null }, events: told.rows }
}

describe('200', () => {
  it('hides the account from the API, and keeps the row', async () => {
    expect(await remove()).toMatchObject({ status: 200, body: { id } })
    for (const ask of [{ url }, { url, method: 'PATCH' as const, body: { nickname: 'x' } }])
      expect((await test.gateway.ask({ ...ask, as: test.user })).status).toBe(404)
    const listed = await test.gateway.ask({ url: `${test.url}?page_size=100`, as: test.user })
    expect((listed.body['data'] as { id: string }[]).map((account) => account.id)).not.toContain(id)
    const { row, events } = await stateOf()
    expect(row.deleted_at).not.toBeNull()
    expect(events.at(-1)).toEqual({ type: 'crossborder.account.deleted' })
  })

  it('keeps the id reserved: no other account can be created with it', async () => {
    await remove()
    expect(await test.create({}, { 'x-transaction-uuid': id })).toMatchObject({
      status: 409,
      body: { code: 'CROSSBORDER_ACCOUNT_ID_TAKEN' },
    })
    expect((await test.create()).status).toBe(201)
  })
})

describe('400', () => {
  it('a body', async () => {
    const before = await stateOf()
    const answer = await test.gateway.ask({ method: 'DELETE', url, as: test.user, body: { reason: 'x' } })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body', code: 'NOT_ALLOWED' }] } })
    expect(await stateOf()).toEqual(before)
  })
})

describe('404', () => {
  it('once it is deleted', async () => {
    await remove()
    const before = await stateOf()
    expect((await remove(again)).status).toBe(404)
    expect(await stateOf()).toEqual(before)
  })
})

describe('409', () => {
  it('an identical repeat', async () => {
    await remove()
    expect((await remove()).body['code']).toBe('REPLAY')
  })
})

describe('412', () => {
  it('If-Match is honoured', async () => {
    const before = await stateOf()
    expect((await remove({ 'if-match': '"9"' })).status).toBe(412)
    expect(await stateOf()).toEqual(before)
    expect((await remove({ 'if-match': '"1"' })).status).toBe(200)
  })
})

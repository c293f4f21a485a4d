import { describe, expect, it } from 'vitest'
import { openTestClients } from '../../../../test/support/crossborder.ts'
import { naturalPerson } from '../../../../test/support/examples.ts'

const test = openTestClients()

/** As verification or an operator would have left it. */
const putStatus = (id: string, status: string) =>
  test.gateway.db.admin.query('update crossborder_clients set status = $2 where id = $1', [id, status])

describe('200', () => {
  it('applies only what is sent, merges the address, records the names of what changed', async () => {
    const id = await test.made()
    const answer = await test.patch(id, { name: 'Ada C. Lovelace', address: { city: 'Tampa' } })
    expect(answer).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        name: 'Ada C. Lovelace',
        email: naturalPerson.email,
        address: { ...naturalPerson.address, city: 'Tampa' },
      },
    })
    const { activity, events } = await test.stateOf(id)
    expect(activity[1]).toMatchObject({ event_type: 'CLIENT_UPDATED', metadata: { changed: ['name', 'address'] } })
    expect(events[1]).toMatchObject({ type: 'crossborder.client.updated', sequence: '2' })
    expect(JSON.stringify(events)).not.toContain('Lovelace')
  })

  it('moves between ACTIVE and INACTIVE', async () => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    expect((await test.patch(id, { status: 'INACTIVE' })).body['status']).toBe('INACTIVE')
    expect((await test.patch(id, { status: 'ACTIVE' })).body['status']).toBe('ACTIVE')
  })

  it.each(['PENDING', 'REJECTED', 'EXPIRED'])('leaves the status alone of one that is %s', async (status) => {
    const id = await test.made()
    await putStatus(id, status)
    expect(await test.patch(id, { name: `renamed while ${status}` })).toMatchObject({
      status: 200,
      body: { status },
    })
  })

  it('of two that hold the same ETag one wins', async () => {
    const id = await test.made()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => test.patch(id, { name }, { 'if-match': '"1"' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })
})

describe('400', () => {
  it.each(['type', 'document', 'document_type', 'risk', 'pep', 'id'])('%s is not for changing', async (field) => {
    expect((await test.patch(await test.made(), { [field]: 'x' })).body['errors']).toMatchObject([
      { pointer: `/body/${field}`, code: 'NOT_ALLOWED' },
    ])
  })

  it.each(['PENDING', 'REJECTED', 'EXPIRED'])('%s is not for the caller to say', async (status) => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    expect((await test.patch(id, { status })).status).toBe(400)
  })
})

describe('412', () => {
  it('If-Match is honoured', async () => {
    const id = await test.made()
    expect((await test.patch(id, { name: 'a' }, { 'if-match': '"1"' })).status).toBe(200)
    const before = await test.stateOf(id)
    expect((await test.patch(id, { name: 'b' }, { 'if-match': '"1"' })).status).toBe(412)
    expect(await test.stateOf(id)).toEqual(before)
  })
})

describe('422', () => {
  it.each(['PENDING', 'REJECTED', 'EXPIRED'])('the status of one that is %s is not for changing', async (stored) => {
    const id = await test.made()
    await putStatus(id, stored)
    const before = await test.stateOf(id)
    expect(await test.patch(id, { status: 'ACTIVE', name: stored })).toMatchObject({
      status: 422,
      body: { code: 'CROSSBORDER_CLIENT_STATUS_FIXED' },
    })
    expect(await test.stateOf(id)).toEqual(before)
  })
})

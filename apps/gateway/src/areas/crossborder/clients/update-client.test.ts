import { createTestClients } from '@eclusa/testing/crossborder.ts'
import { naturalPerson } from '@eclusa/testing/examples.ts'
import { describe, expect, it } from 'vitest'

const test = createTestClients()

/** Sets the status that verification or an operator would have set. */
const putStatus = (id: string, status: string) =>
  test.gateway.db.admin.query('update crossborder_clients set status = $2 where id = $1', [id, status])

/** The number of verification jobs that were enqueued for the client. */
const verifications = async (id: string) =>
  (
    await test.gateway.db.admin.query(
      `select 1 from pgboss.job where name = 'verify-client' and data->>'client_id' = $1`,
      [id],
    )
  ).rows.length

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

  it('the owner sets it INACTIVE, and it returns through verification', async () => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    expect((await test.patch(id, { status: 'INACTIVE' })).body['status']).toBe('INACTIVE')
    const before = await verifications(id)
    expect((await test.patch(id, { status: 'ACTIVE' })).body['status']).toBe('PENDING')
    expect(await verifications(id)).toBe(before + 1)
  })

  it.each([
    { name: 'Somebody Else' },
    { type: 'LEGAL_PERSON' },
    { document: 'X1' },
    { document_type: 'IDENTITY_CARD' },
    { birth_date: '1991-01-01' },
    { nationality: 'Swiss' },
  ])('verifies an ACTIVE client again after a change of identity by %o', async (change) => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    const before = await verifications(id)
    expect(await test.patch(id, change)).toMatchObject({ status: 200, body: { ...change, status: 'PENDING' } })
    expect(await verifications(id)).toBe(before + 1)
    const { events, activity } = await test.stateOf(id)
    expect(events.at(-1)).toMatchObject({ type: 'crossborder.client.updated', data: { status: 'PENDING' } })
    expect(activity.at(-1)).toMatchObject({
      status: 'PENDING',
      metadata: { changed: [Object.keys(change)[0], 'status'] },
    })
  })

  it.each([
    { email: 'other@clement.example' },
    { phone_number: '551155550000' },
    { country: 'BR' },
    { address: { city: 'Tampa' } },
    { name: naturalPerson.name },
  ])('does not verify a client again after %o', async (change) => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    const before = await verifications(id)
    expect(await test.patch(id, change)).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })
    expect(await verifications(id)).toBe(before)
  })

  it('a change of identity and a status change in one request cannot skip verification', async () => {
    const id = await test.made()
    await putStatus(id, 'ACTIVE')
    await test.patch(id, { status: 'INACTIVE', name: 'Somebody Else' })
    expect((await test.patch(id, { status: 'ACTIVE' })).body['status']).toBe('PENDING')
    await putStatus(id, 'ACTIVE')
    expect((await test.patch(id, { status: 'ACTIVE', name: 'A Third' })).body['status']).toBe('PENDING')
  })

  it.each(['PENDING', 'REJECTED', 'EXPIRED'])('does not change the status of a client that is %s', async (status) => {
    const id = await test.made()
    await putStatus(id, status)
    expect(await test.patch(id, { name: `renamed while ${status}` })).toMatchObject({
      status: 200,
      body: { status },
    })
  })

  it('of two updates with the same ETag one succeeds', async () => {
    const id = await test.made()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => test.patch(id, { name }, { 'if-match': '"1"' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })
})

describe('400', () => {
  it.each(['risk', 'pep', 'id', 'user_id'])('%s cannot be changed', async (field) => {
    expect((await test.patch(await test.made(), { [field]: 'x' })).body['errors']).toMatchObject([
      { pointer: `/body/${field}`, code: 'NOT_ALLOWED' },
    ])
  })

  it.each(['PENDING', 'REJECTED', 'EXPIRED'])('a caller cannot set the status %s', async (status) => {
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
  it.each(['PENDING', 'REJECTED', 'EXPIRED'])(
    'a caller cannot change the status of a client that is %s',
    async (stored) => {
      const id = await test.made()
      await putStatus(id, stored)
      const before = await test.stateOf(id)
      expect(await test.patch(id, { status: 'ACTIVE', name: stored })).toMatchObject({
        status: 422,
        body: { code: 'CROSSBORDER_CLIENT_STATUS_FIXED' },
      })
      expect(await test.stateOf(id)).toEqual(before)
    },
  )
})

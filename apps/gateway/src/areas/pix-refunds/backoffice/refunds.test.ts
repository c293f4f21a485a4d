import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../backoffice/auth/person.ts'
import { keepRefunds } from '../store-refunds.ts'

const account = {
  tax_id_number: '11144477735',
  participant: '22222222',
  branch: '0001',
  account_number: '12345678',
  account_type: 'CACC',
}

let pix: TestPix
let desk: TestDesk
let ana: Person
let user: TestUser
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway)
  ana = desk.person('ana', 'analyst')
  user = await pix.gateway.user()
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

/** Another participant requests the refund of a payment, known to us or not. */
async function asked(payment: string, changes: object = {}): Promise<string> {
  const at = pix.worker.clock.now().toISOString()
  const refund = {
    id: randomUUID(),
    transaction_id: payment,
    refund_reason: 'FRAUD',
    refund_details: 'A vítima atende em +55 11 98765-4321.',
    refund_amount: 10_00,
    status: 'OPEN',
    requesting_participant: '22222222',
    contested_participant: '11111111',
    refund_account: account,
    creation_time: at,
    last_modified: at,
    ...changes,
  }
  await keepRefunds(pix.worker, [refund], 'test')
  return refund.id
}
const ours = async (changes?: object) => asked((await pix.received(user, { amount: 50_00 })).id, changes)
const unknownPayment = () => `E22222222${'0'.repeat(12)}${randomUUID().slice(0, 11).replaceAll('-', '0')}`
const ids = async (url: string, as = ana) =>
  ((await desk.ask({ url, as })).body['data'] as { id: string }[]).map(({ id }) => id)
const journal = async (id: string) =>
  (await pix.gateway.db.admin.query('select * from audit_log where subject_id = $1', [id])).rows

describe('GET /v1/refunds', () => {
  it('lists the refunds that the core has to pay, the earliest deadline first, page by page, masked', async () => {
    const fraud = await ours()
    const flaw = await ours({ refund_reason: 'OPERATIONAL_FLAW' })
    expect(await ids('/v1/refunds')).toEqual([flaw, fraud])
    expect(await ids('/v1/refunds?order=desc')).toEqual([fraud, flaw])
    expect(await ids(`/v1/refunds?user_id=${(await pix.gateway.user()).user_id}`)).toEqual([])
    expect(await ids(`/v1/refunds?user_id=${user.user_id}`)).toEqual([flaw, fraud])
    const { body } = await desk.ask({ url: '/v1/refunds?page_size=1', as: desk.person('carla', 'operator') })
    expect(body).toMatchObject({ has_next_page: true })
    expect(
      await ids(`/v1/refunds?page_size=1&page_state=${body['page_state']}`, desk.person('carla', 'operator')),
    ).toEqual([fraud])
    expect(JSON.stringify(body)).not.toMatch(/98765|11144477735|12345678/)
    expect(await desk.ask({ url: '/v1/refunds', as: desk.person('otto', 'auditor') })).toMatchObject({ status: 403 })
  })
})

describe('GET /v1/refunds/:id and POST /v1/refunds/:id/reveal', () => {
  it('shows it masked, and revealed to a user who gives a reason', async () => {
    const id = await ours()
    const { status, body } = await desk.ask({ url: `/v1/refunds/${id}`, as: desk.person('vera', 'viewer') })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      revealed: false,
      refund: {
        id,
        user_id: user.user_id,
        description: 'A vítima atende em ***4321.',
        refund_account: { participant: '22222222', account_number: '***678', document: '***444777**' },
      },
      transaction: { amount: 50_00 },
      events: [{ type: 'pix.refund_request.received', sequence: 1 }],
      journal: [],
    })
    const url = `/v1/refunds/${id}/reveal`
    expect(await desk.ask({ method: 'POST', url, as: ana, body: {} })).toMatchObject({ status: 400 })
    expect(
      await desk.ask({ method: 'POST', url, as: desk.person('vera', 'viewer'), body: { reason: 'ver' } }),
    ).toMatchObject({ status: 403 })
    expect(await journal(id)).toEqual([])
    const revealed = await desk.ask({ method: 'POST', url, as: ana, body: { reason: 'o core pergunta a conta' } })
    expect(revealed).toMatchObject({
      status: 200,
      body: { revealed: true, refund: { refund_account: { account_number: '12345678', document: '11144477735' } } },
    })
    expect(await journal(id)).toEqual([
      expect.objectContaining({ operation: 'revealRefund', reason: 'o core pergunta a conta', user_id: user.user_id }),
    ])
  })

  it('404: a refund that does not exist', async () => {
    const id = randomUUID()
    const unknown = { status: 404, body: { code: 'REFUND_REQUEST_UNKNOWN' } }
    expect(await desk.ask({ url: `/v1/refunds/${id}`, as: ana })).toMatchObject(unknown)
    expect(
      await desk.ask({ method: 'POST', url: `/v1/refunds/${id}/reveal`, as: ana, body: { reason: 'ver' } }),
    ).toMatchObject(unknown)
  })
})

describe('GET /v1/unclaimed-refunds', () => {
  it('lists unmatched refunds, the earliest deadline first, in the requested language', async () => {
    const fraud = await asked(unknownPayment())
    const flaw = await asked(unknownPayment(), { refund_reason: 'OPERATIONAL_FLAW' })
    await asked(unknownPayment(), { status: 'CLOSED' })
    expect(await ids('/v1/unclaimed-refunds')).toEqual([flaw, fraud])
    const { body } = await desk.ask({ url: '/v1/unclaimed-refunds', as: ana })
    expect(body['data']).toContainEqual(
      expect.objectContaining({
        id: fraud,
        amount: 10_00,
        reason: 'FRAUD',
        what_to_do: expect.stringContaining('Envie'),
      }),
    )
    expect(JSON.stringify(body)).not.toMatch(/98765|11144477735|12345678/)
    const url = '/v1/unclaimed-refunds'
    expect(await desk.ask({ url, as: desk.person('carla', 'operator') })).toMatchObject({ status: 200 })
    expect(await desk.ask({ url, as: desk.person('otto', 'auditor') })).toMatchObject({ status: 403 })
  })
})

describe('GET /v1/unclaimed-refunds/:id', () => {
  it('shows one without its destination account; 404 for one that does not exist', async () => {
    const id = await asked(unknownPayment())
    const { status, body } = await desk.ask({ url: `/v1/unclaimed-refunds/${id}`, as: ana })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, amount: 10_00, what_to_do: expect.stringContaining('Envie') })
    expect(JSON.stringify(body)).not.toMatch(/98765|11144477735|12345678/)
    expect(await desk.ask({ url: `/v1/unclaimed-refunds/${randomUUID()}`, as: ana })).toMatchObject({
      status: 404,
      body: { code: 'UNCLAIMED_REFUND_UNKNOWN' },
    })
  })
})

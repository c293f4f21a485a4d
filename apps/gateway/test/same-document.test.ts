import { randomUUID } from 'node:crypto'
import { plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { sampleDeposit, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { clientsOf } from '@eclusa/testing/crossborder.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { RECOVERIES } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepRefunds } from '../src/areas/pix-refunds/store-refunds.ts'

const VICTIM = '52998224725'
const ACCUSED = '11144477735'
const SHOP = '11222333000181'
const OTHER_SHOP = '45723174000110'

let pix: TestPix
let desk: TestDesk
let user: TestUser
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway)
  user = await pix.gateway.user()
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

const parties = (owner_document: string, beneficiary_document: string) => ({
  owner_document,
  beneficiary_document,
})

async function kept(record: ReturnType<typeof samplePayment>) {
  const [result] = await pix.gateway.ingest([record], 'test', pix.worker.clock.now())
  expect(result).toMatchObject({ outcome: 'CREATED' })
  return record
}

/** A payment from one to the other whose refund is requested. */
async function refund(from: string, to: string, of = user): Promise<string> {
  const at = pix.worker.clock.now()
  const record = await kept(sampleDeposit(of, at, parties(from, to)))
  const id = randomUUID()
  const moment = at.toISOString()
  const asked = {
    id,
    transaction_id: String(record['end_to_end_id']),
    refund_reason: 'FRAUD',
    refund_amount: 10_00,
    status: 'OPEN',
    requesting_participant: '60701190',
    contested_participant: '11111111',
    creation_time: moment,
    last_modified: moment,
  }
  await keepRefunds(pix.worker, [asked], 'test')
  return id
}

/** One by our user, who contests it. */
async function recovery(from: string, to: string): Promise<string> {
  const record = await kept(samplePayment(user, pix.worker.clock.now(), parties(from, to)))
  const body = { ...shown('createFundRecoveryRequest'), transaction_id: record.id }
  return String((await pix.gateway.ask({ method: 'POST', url: RECOVERIES, as: user, body })).body['id'])
}

type TestSameDocumentRow = { kind: string; id: string; same: string[] }
const ask = (kind: string, id: string, more = '', user_id: string | undefined = user.user_id) =>
  desk.ask({
    url: `/v1/cases/${kind}/${id}/same-document?${user_id ? `user_id=${user_id}` : ''}${more}`,
    as: desk.person('vera', 'viewer'),
  })
const same = async (kind: string, id: string) =>
  ((await ask(kind, id, '&page_size=100')).body['data'] as TestSameDocumentRow[]).map((row) => [
    row.kind,
    row.id,
    row.same,
  ])

describe('GET /v1/cases/:kind/:id/same-document', () => {
  it('of a refund and a recovery: the other end, and our customer, by exactly their document', async () => {
    const first = await refund(VICTIM, SHOP)
    const second = await refund(VICTIM, OTHER_SHOP)
    const third = await recovery(SHOP, ACCUSED)
    const fourth = await recovery(OTHER_SHOP, ACCUSED)
    const fifth = await refund(VICTIM, SHOP)
    expect(await same('refund', first)).toEqual([
      ['refund', fifth, ['counterparty', 'customer']],
      ['recovery', third, ['customer']],
      ['refund', second, ['counterparty']],
    ])
    expect(await same('recovery', fourth)).toEqual([
      ['recovery', third, ['counterparty']],
      ['refund', second, ['customer']],
    ])
  })

  it('is paged, shows no personal data, and belongs to one user', async () => {
    const id = await refund(VICTIM, SHOP)
    await refund(VICTIM, SHOP, await pix.gateway.user())
    const whole = await same('refund', id)
    const read: TestSameDocumentRow[] = []
    for (let state = ''; ; ) {
      const { body, text } = await ask('refund', id, `&page_size=1${state}`)
      for (const document of [VICTIM, SHOP]) expect(text).not.toContain(document)
      read.push(...(body['data'] as TestSameDocumentRow[]))
      if (!body['has_next_page']) break
      state = `&page_state=${String(body['page_state'])}`
    }
    expect(read.map((row) => [row.kind, row.id, row.same])).toEqual(whole)
    expect(whole.length).toBeGreaterThan(2)
    const stranger = await pix.gateway.user()
    for (const { status, body } of [
      await ask('refund', id, '', stranger.user_id),
      await ask('refund', id, '', ''),
      await ask('recovery', id),
    ])
      expect([status, body['code']]).toEqual([404, 'CASE_NOT_FOUND'])
  })

  it('of an account: the clients of that document and their accounts; none for an unknown document', async () => {
    const document = `PASSPORT${randomUUID().slice(0, 8)}`
    const clients = clientsOf(pix.gateway, user)
    const one = await clients.made({ document })
    const twin = await clients.made({ document, email: 'twin@example.com' })
    const account = async (client_id: string) => {
      const url = `/v1/crossborder/clients/${client_id}/accounts`
      const body = shown('createAccount')
      return String((await pix.gateway.ask({ method: 'POST', url, as: user, body })).body['id'])
    }
    const mine = await account(one)
    const theirs = await account(twin)
    expect(await same('account', mine)).toEqual([
      ['account', theirs, ['customer']],
      ['client', twin, ['customer']],
      ['client', one, ['customer']],
    ])
    expect((await same('client', one)).map(([, id]) => id)).toEqual([theirs, mine, twin])

    expect(await same('refund', await refund(plainCpf(901), '00000000000191'))).toEqual([])
  })
})

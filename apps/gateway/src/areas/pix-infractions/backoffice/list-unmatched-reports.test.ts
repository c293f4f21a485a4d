import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepReports } from '../store-reports.ts'

let pix: TestPix
let desk: TestDesk
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway)
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

const unknownPayment = () => `E22222222${'0'.repeat(12)}${randomUUID().slice(0, 11).replaceAll('-', '0')}`
const report = (creation_time: string, status = 'ACKNOWLEDGED') => ({
  id: randomUUID(),
  transaction_id: unknownPayment(),
  reason: 'REFUND_REQUEST',
  situation_type: 'SCAM',
  report_details: 'A vítima é Joana.',
  infraction_amount: 7_00,
  status,
  reporter_participant: '22222222',
  counterparty_participant: '11111111',
  creation_time,
  last_modified: creation_time,
})
const url = '/v1/unclaimed-reports'

describe('GET /v1/unclaimed-reports', () => {
  it('lists unmatched reports, the earliest deadline first, without their free text', async () => {
    const [older, newer] = [report('2026-11-01T10:00:00.000Z'), report('2026-11-02T10:00:00.000Z')]
    await keepReports(pix.worker, [newer, older, report('2026-10-01T10:00:00.000Z', 'CANCELLED')], 'test')
    const first = await desk.ask({ url: `${url}?page_size=1`, as: desk.person('vera', 'viewer') })
    expect(first).toMatchObject({
      status: 200,
      body: {
        has_next_page: true,
        data: [
          {
            id: older.id,
            amount: 7_00,
            due_date: '2026-11-08T10:00:00.000Z',
            reporter_participant: '22222222',
            what_to_do: expect.stringContaining('Envie'),
          },
        ],
      },
    })
    expect(JSON.stringify(first.body)).not.toContain('Joana')
    const next = `${url}?page_size=1&page_state=${first.body['page_state']}`
    expect(await desk.ask({ url: next, as: desk.person('vera', 'viewer') })).toMatchObject({
      body: { has_next_page: false, data: [{ id: newer.id }] },
    })
  })

  it('200 for an operator, who can submit the record; 403 for an auditor', async () => {
    expect(await desk.ask({ url, as: desk.person('carla', 'operator') })).toMatchObject({ status: 200 })
    expect(await desk.ask({ url, as: desk.person('otto', 'auditor') })).toMatchObject({ status: 403 })
  })
})

describe('GET /v1/unclaimed-reports/:id', () => {
  it('shows one, without its free text; 404 for one that does not exist', async () => {
    const kept = report('2026-11-03T10:00:00.000Z')
    await keepReports(pix.worker, [kept], 'test')
    const as = desk.person('carla', 'operator')
    const { status, body } = await desk.ask({ url: `${url}/${kept.id}`, as })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: kept.id, amount: 7_00, due_date: '2026-11-10T10:00:00.000Z' })
    expect(JSON.stringify(body)).not.toContain('Joana')
    expect(await desk.ask({ url: `${url}/${randomUUID()}`, as })).toMatchObject({
      status: 404,
      body: { code: 'UNCLAIMED_REPORT_UNKNOWN' },
    })
  })
})

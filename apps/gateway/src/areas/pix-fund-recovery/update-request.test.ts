import { createTestRecovery, type TestRecovery } from '@eclusa/testing/recovery.ts'
import { behind } from '@eclusa/testing/replica-lag.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let test: TestRecovery
beforeAll(async () => {
  test = await createTestRecovery()
})
beforeEach(() => test.begin())
afterAll(() => test.close())

const changes = { description: 'Foi outra pessoa.\r\nVeja o anexo.', contact_email: 'outra@eclusa.example' }
const faults = () => test.pix.test.simulated.faults

describe('updateFundRecoveryRequest', () => {
  it('200 before submission: DICT receives only the new text', async () => {
    const id = await test.created()
    expect(await test.update(id, changes)).toMatchObject({
      status: 200,
      body: { description: 'Foi outra pessoa.\nVeja o anexo.' },
    })
    await test.advance(id)
    expect(test.held()[0]).toMatchObject({
      report_details: 'Foi outra pessoa.\nVeja o anexo.',
      contact_information: { email: 'outra@eclusa.example', phone: '+5561988887777' },
    })
    expect((await test.pix.told(id)).slice(0, 3)).toEqual(['created', 'updated', 'submitted'])
  })

  it('200 after submission: the reports of every participant have the new text; other fields stay', async () => {
    const { id, dict_id } = await test.untilAnalysis()
    expect((await test.update(id, { contact_phone: '+551133334444' })).status).toBe(200)
    expect(test.held()[0]).toMatchObject({
      report_details: 'Golpe por telefone.',
      contact_information: { email: 'fraudes@eclusa.example', phone: '+551133334444' },
    })
    expect(test.world.reports.group(dict_id)[0]!.contact_information?.phone).toBe('+551133334444')
    expect((await test.pix.told(id)).at(-1)).toBe('updated')
  })

  it('and a concurrent cancellation: neither overwrites the other', async () => {
    const id = await test.created()
    const row = { by: 'select from fund_recovery_requests where id = $1 for update', values: [id], waiting: 2 }
    const [updated, canceled] = await behind(test.pix.gateway.db, row, () =>
      Promise.all([test.update(id, changes), test.cancel(id)]),
    )
    expect(canceled.status).toBe(200)
    const { status, description } = (await test.get(id)).body
    const ends = [updated.status, status, description, await test.pix.told(id)]
    expect([
      [200, 'CANCELED', changes.description, ['created', 'updated', 'canceled']],
      [422, 'CANCELED', 'Golpe por telefone.', ['created', 'canceled']],
    ]).toContainEqual(ends)
  })

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature'] as const)(
    '200 when the answer was lost (%s) and DICT, asked, holds the new words',
    async (kind) => {
      const { id } = await test.untilAnalysis()
      faults().add({ kind, operation: 'updateFundsRecovery' })
      expect((await test.update(id, changes)).status).toBe(200)
    },
  )

  it.each(['unavailable', 'reset', 'error_500'] as const)(
    '503 and nothing changed when DICT did not respond (%s), and then it can be sent again',
    async (kind) => {
      const { id } = await test.untilAnalysis()
      const before = await test.stateOf()
      faults().add({ kind, operation: 'updateFundsRecovery' })
      expect(await test.update(id, changes)).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
      expect(await test.stateOf()).toEqual(before)
      expect((await test.update(id, changes)).status).toBe(200)
    },
  )

  it.each([
    { description: changes.description },
    { contact_email: changes.contact_email },
    { contact_phone: '+551133334444' },
  ])('503 when DICT did not answer and holds everything but %j', async (part) => {
    const { id } = await test.untilAnalysis()
    faults().add({ kind: 'reset', operation: 'updateFundsRecovery' })
    expect(await test.update(id, part)).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
  })

  it('503 while the result of the call to DICT is unknown', async () => {
    faults().add({ kind: 'reset', operation: 'createFundsRecovery' })
    const id = await test.created()
    await test.advance(id)
    expect((await test.update(id, changes)).status).toBe(503)
  })

  it.each<[object, number, string]>([
    [{}, 400, 'REQUEST_MALFORMED'],
    [{ description: ' ' }, 400, 'REQUEST_MALFORMED'],
    [{ reason: 'FRAUD' }, 400, 'REQUEST_MALFORMED'],
    [{ contact_email: 'Ana@b.example' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
  ])('%j: %i %s, and nothing changed', async (body, status, code) => {
    const id = await test.created()
    const before = await test.stateOf()
    expect(await test.update(id, body)).toMatchObject({ status, body: { code } })
    expect(await test.stateOf()).toEqual(before)
  })

  it('412 with an outdated version, before DICT is called', async () => {
    const { id } = await test.untilAnalysis()
    expect((await test.update(id, changes, { 'if-match': '"1"' })).status).toBe(412)
    expect(test.held()[0]!.report_details).toBe('Golpe por telefone.')
  })

  it("422 once DICT's analyses are complete, also before we have received that", async () => {
    const { id, dict_id } = await test.untilAnalysis()
    test.analyse(dict_id, 'AGREED')
    const refusal = { status: 422, body: { code: 'FUND_RECOVERY_TAKES_NO_CHANGES' } }
    expect(await test.update(id, changes)).toMatchObject(refusal)
    await test.advance(id)
    expect(await test.update(id, changes)).toMatchObject(refusal)
    expect((await test.get(id)).body['description']).toBe('Golpe por telefone.')
  })
})

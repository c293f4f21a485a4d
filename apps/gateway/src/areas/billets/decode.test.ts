import { randomUUID } from 'node:crypto'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { createTestBillets, soon, V1, V2 } from '@eclusa/testing/billets.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { describe, expect, it } from 'vitest'

/** Behaviour that both versions share, and the data that a decode leaves behind. */
const test = createTestBillets(V1)

const required = [
  'id',
  'barcode',
  'typeable_line',
  'original_amount',
  'charged_amount',
  'charged_rebate_amount',
  'charged_interest_amount',
  'charged_fine_amount',
  'charged_discount_amount',
  'beneficiary_name',
  'beneficiary_bank_name',
  'beneficiary_document',
  'divergent_amount_type',
]

describe.each([V1, V2])('201 of %s', (url) => {
  it('returns the whole record, from the line, the masked line and the barcode', async () => {
    const { line, barcode, amount } = test.slip()
    const masked = line.replace(/(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)/, '$1.$2 $3.$4 $5.$6 $7 ')
    for (const typed of [line, masked, barcode]) {
      const answer = await test.decode(typed, {}, url)
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.body).toSorted()).toEqual(
        [...required, 'due_date', 'charged_amount_due_date'].toSorted(),
      )
      expect(answer.body).toMatchObject({
        barcode,
        typeable_line: line,
        original_amount: amount,
        charged_amount: amount,
        due_date: soon,
        beneficiary_bank_name: 'Bradesco',
        beneficiary_document: '11222333000181',
        divergent_amount_type: 'DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT',
      })
    }
  })

  it('stores the decode under its id, with one event that contains no personal data', async () => {
    const { line } = test.slip({ beneficiary: 'person' })
    const { body } = await test.decode(line, {}, url)
    const { decodes, events } = await test.stateOf(test.user)
    const kept = decodes.find(({ id }) => id === body['id'])!
    expect(kept).toMatchObject({
      user_id: test.user.user_id,
      wallet_id: url === V2 ? test.user.wallet_id : null,
      typeable_line: line,
      beneficiary_document: '***982247**',
      registry_revision: '1',
    })
    expect(events.filter(({ object_id }) => object_id === body['id'])).toMatchObject([
      {
        type: 'billets.decode.created',
        sequence: '1',
        data: { decode_id: body['id'], ...(url === V2 && { wallet_id: test.user.wallet_id }) },
      },
    ])
  })

  it('uses the id that the caller chose', async () => {
    const id = randomUUID()
    expect((await test.decode(test.slip().line, { 'x-transaction-uuid': id }, url)).body['id']).toBe(id)
  })
})

describe('personal data', () => {
  it('of a decode is never in the log, nor are the digits', () => test.expectDiscreetLogs())

  it('of a decode is not readable in another scope, and cannot be changed in its own', async () => {
    const stranger = await test.gateway.user()
    const api = createLoginPool(test.gateway.db.api, 1)
    const within = async ({ user_id }: TestUser, statement: string) => {
      await api.query('begin')
      await api.query(`set local eclusa.user_id = '${user_id}'`)
      try {
        return await api.query(statement)
      } finally {
        await api.query('rollback')
      }
    }
    const all = 'select id from billet_decodes'
    expect((await within(stranger, all)).rowCount).toBe(0)
    expect((await within(test.user, all)).rowCount).toBeGreaterThan(0)
    for (const statement of ['update billet_decodes set charged_amount = 1', 'delete from billet_decodes'])
      await expect(within(test.user, statement)).rejects.toMatchObject({ code: '42501' })
    await api.end()
  })
})

import { randomUUID } from 'node:crypto'
import { clientsOf, createTestClients } from '@eclusa/testing/crossborder.ts'
import { naturalPerson } from '@eclusa/testing/examples.ts'
import { createTestGateway } from '@eclusa/testing/gateway.ts'
import { describe, expect, it } from 'vitest'
import { dayInSaoPaulo } from '../../../platform/clock.ts'

const test = createTestClients()

describe('201', () => {
  it('returns the whole record as PENDING, and enqueues its verification in the same commit', async () => {
    const answer = await test.create({ document: 'P-whole' })
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { ...naturalPerson, document: 'P-whole', status: 'PENDING', risk: 'PENDING', pep: false },
    })
    const id = String(answer.body['id'])
    expect(await test.stateOf(id)).toMatchObject({
      row: [{ user_id: test.user.user_id }],
      activity: [{ event_type: 'CLIENT_CREATED', status: 'PENDING', sequence: '1' }],
      events: [{ type: 'crossborder.client.created', data: { client_id: id, status: 'PENDING' } }],
    })
    const { rows } = await test.gateway.db.admin.query(
      `select data from pgboss.job where name = 'verify-client' and data->>'client_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ data: { user_id: test.user.user_id, client_id: id } }])
  })

  it('thirty at once on a newly started process with two connections', async () => {
    const cold = await createTestGateway({ DATABASE_POOL_SIZE: '2' })
    const first = clientsOf(cold, await cold.user())
    const answers = await Promise.all(Array.from({ length: 30 }, () => first.create()))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(30).fill(201))
    await cold.close()
  })

  it('x-transaction-uuid becomes the id, and the response does not reveal whether another user has it', async () => {
    const id = randomUUID()
    expect((await test.create({}, { 'x-transaction-uuid': id })).body['id']).toBe(id)
    const theirs = clientsOf(test.gateway, await test.gateway.user())
    expect(await theirs.create({}, { 'x-transaction-uuid': id })).toMatchObject({ status: 201, body: { id } })
  })
})

describe('400', () => {
  it.each(['name', 'type', 'nationality', 'document', 'document_type', 'email', 'address'])(
    'without %s',
    async (field) => {
      const answer = await test.create({ [field]: undefined })
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_MALFORMED', errors: [{ pointer: `/body/${field}`, code: 'MISSING_DATA' }] },
      })
    },
  )

  const malformed: [object, string, string][] = [
    [{ name: 'x'.repeat(81) }, '/body/name', 'MAX_LENGTH'],
    [{ name: '' }, '/body/name', 'MIN_LENGTH'],
    [{ type: 'COMPANY' }, '/body/type', 'IS_ENUM'],
    [{ country: 'XX' }, '/body/country', 'IS_ENUM'],
    [{ document: 'x'.repeat(51) }, '/body/document', 'MAX_LENGTH'],
    [{ document_type: 'CPF' }, '/body/document_type', 'IS_ENUM'],
    [{ email: 'nobody' }, '/body/email', 'IS_EMAIL'],
    [{ birth_date: '1990-02-30' }, '/body/birth_date', 'IS_DATE_STRING'],
    [{ birth_date: '1990-02-28T00:00:00Z' }, '/body/birth_date', 'IS_DATE_STRING'],
    [{ phone_number: '+1305555' }, '/body/phone_number', 'MATCHES'],
    [{ address: { ...naturalPerson.address, country: 'XX' } }, '/body/address/country', 'IS_ENUM'],
    [{ address: { ...naturalPerson.address, city: undefined } }, '/body/address/city', 'MISSING_DATA'],
    [{ status: 'ACTIVE' }, '/body/status', 'NOT_ALLOWED'],
    [{ risk: 'LOW' }, '/body/risk', 'NOT_ALLOWED'],
    [{ id: randomUUID() }, '/body/id', 'NOT_ALLOWED'],
  ]
  it.each(malformed)('%j', async (fields, pointer, code) => {
    const { status, body } = await test.create(fields)
    expect(status).toBe(400)
    const told = body['errors'] as { pointer: string; code: string }[]
    expect(told.map((rule) => [rule.pointer, rule.code])).toContainEqual([pointer, code])
    expect(told.every((rule) => rule.pointer === pointer)).toBe(true)
  })
})

describe('409', () => {
  it('when the id is taken, and the second request writes nothing', async () => {
    const id = randomUUID()
    await test.create({}, { 'x-transaction-uuid': id })
    const before = await test.stateOf(id)
    expect(before.row).toHaveLength(1)
    expect(await test.create({}, { 'x-transaction-uuid': id })).toMatchObject({
      status: 409,
      body: { code: 'CROSSBORDER_CLIENT_ID_TAKEN' },
    })
    expect(await test.stateOf(id)).toEqual(before)
  })
})

describe('422', () => {
  const day = (offset: number) => dayInSaoPaulo(new Date(Date.now() + offset * 86_400_000))
  it.each([
    [{ birth_date: day(1), issue_date: undefined }, [['/body/birth_date', 'IN_THE_PAST']]],
    [{ issue_date: day(1) }, [['/body/issue_date', 'IN_THE_PAST']]],
    [{ birth_date: '2001-01-02', issue_date: '2001-01-01' }, [['/body/issue_date', 'AFTER_BIRTH']]],
  ])('%j, and nothing is created', async (fields, rules) => {
    const rows = async () => (await test.gateway.db.admin.query('select count(*) from crossborder_clients')).rows
    const before = await rows()
    const { status, body } = await test.create(fields)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'CROSSBORDER_CLIENT_RULES_BROKEN' })
    expect((body['errors'] as { pointer: string; code: string }[]).map((rule) => [rule.pointer, rule.code])).toEqual(
      rules,
    )
    expect(await rows()).toEqual(before)
  })

  it('returns 201 for a client born today, and an update to tomorrow changes nothing', async () => {
    const id = await test.made({ birth_date: day(0), issue_date: undefined })
    const before = await test.stateOf(id)
    expect(await test.patch(id, { birth_date: day(1) })).toMatchObject({
      status: 422,
      body: { code: 'CROSSBORDER_CLIENT_RULES_BROKEN' },
    })
    expect(await test.stateOf(id)).toEqual(before)
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountsOf, accountsState, type TestAccounts } from '@eclusa/testing/crossborder.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import type { TestResponse } from '@eclusa/testing/gateway.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Coordinates, coordinatesKey } from './bank-details.ts'

const test = openForFile()
let client: TestAccounts
beforeEach(async () => {
  client = await accountsOf(test.gateway, test.user)
})

const place: Coordinates = {
  country: 'US',
  currency_symbol: 'USD',
  account_type: 'CHECKING',
  account_number: 'AB123456',
  branch: null,
  bank_code: '021000021',
  bank_code_type: 'ABA',
  clearing_code: null,
}

/** The same bank details in different spellings. */
const spellings = [
  { account_number: 'AB123456', bank_code: '021000021' },
  { account_number: 'ab123456', bank_code: '021000021' },
  { account_number: ' AB 123 456 ', bank_code: '021 000 021' },
  { account_number: 'AB-123–456', bank_code: '0210-0002-1' },
  { account_number: 'ab\u00a0123456', bank_code: '021000021', branch: '', clearing_code: null },
  { account_number: 'AB123456', bank_code: '021000021', branch: '  ', bank_code_type: 'BIC' },
]

const refused = (account_id: unknown) => ({ status: 409, body: { code: 'CROSSBORDER_ACCOUNT_EXISTS', account_id } })
const one = (id: string) => `${client.url}/${id}`
const patch = (id: string, body: object) => test.gateway.ask({ method: 'PATCH', url: one(id), as: test.user, body })
const made = async (fields: object) => {
  const { status, body } = await client.create(fields)
  expect(status).toBe(201)
  return String(body['id'])
}

describe('the key of bank details', () => {
  it('is the same in every spelling', () => {
    const keys = spellings.map((spelling) =>
      coordinatesKey({ ...place, ...spelling, bank_code: '021000021' }).toString('hex'),
    )
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    { country: 'GB' },
    { currency_symbol: 'EUR' },
    { account_type: 'SAVINGS' },
    { account_number: '0AB123456' },
    { branch: '1' },
    { bank_code: '011000015' },
    { clearing_code: 'CHIPS' },
  ] as Partial<Coordinates>[])('differs with %o', (changes) => {
    expect(coordinatesKey({ ...place, ...changes }).equals(coordinatesKey(place))).toBe(false)
  })

  it.each([
    [
      { branch: '12', clearing_code: null },
      { branch: null, clearing_code: '12' },
    ],
    [
      { account_number: '12', branch: '3' },
      { account_number: '1', branch: '23' },
    ],
  ])('has another value when the same text is split differently between two fields', (first, second) => {
    expect(coordinatesKey({ ...place, ...first }).equals(coordinatesKey({ ...place, ...second }))).toBe(false)
  })
})

describe('creating', () => {
  it('six spellings of one account: the first is created, and five are rejected with its id', async () => {
    const answers: TestResponse[] = []
    for (const spelling of spellings) answers.push(await client.create({ ...place, ...spelling }))
    const [first, ...others] = answers as [TestResponse, ...TestResponse[]]
    expect(first.status).toBe(201)
    expect(others).toHaveLength(5)
    for (const answer of others) expect(answer).toMatchObject(refused(first.body['id']))
  })

  it('thirty at once: one is created, the others are rejected with its id and write nothing', async () => {
    // All requests wait for the client's row lock before the first one continues.
    const holder = await test.gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('select 1 from crossborder_clients where user_id = $1 and id = $2 for update', [
      test.user.user_id,
      client.client_id,
    ])
    const asks = Array.from({ length: 30 }, (_, n) =>
      client.create({ ...place, account_number: `${'-'.repeat(n)}AB123456`, nickname: `n${n}` }),
    )
    await pause(500)
    await holder.query('commit')
    holder.release()
    const answers = await Promise.all(asks)
    const [first, ...none] = answers.filter(({ status }) => status === 201)
    expect(none).toEqual([])
    for (const answer of answers) if (answer !== first) expect(answer).toMatchObject(refused(first!.body['id']))
    const { accounts } = await accountsState(test.gateway)
    expect(accounts.filter(({ client_id }) => client_id === client.client_id)).toHaveLength(1)
  })

  it('an exact repeat of the request is answered as a repeat, not as a conflict', async () => {
    const fields = { ...place, account_number: 'repeat' }
    const first = await client.create(fields)
    expect(await client.create(fields)).toMatchObject({
      status: 409,
      body: { code: 'REPLAY', resource_id: first.body['id'] },
    })
    const meant = { 'x-include-replay-protection-schema': 'nonce' }
    expect(await client.create(fields, meant)).toMatchObject(refused(first.body['id']))
  })

  it('a taken id is reported before taken bank details', async () => {
    const id = await made(place)
    const answer = await client.create({ ...place, nickname: 'x' }, { 'x-transaction-uuid': randomUUID() })
    expect(answer).toMatchObject(refused(id))
    const { gateway, user } = test
    const taken = randomUUID()
    await gateway.ask({
      method: 'POST',
      url: client.url,
      as: user,
      headers: { 'x-transaction-uuid': taken },
      body: { ...place, bank_name: 'Bank', account_number: '77', branch: undefined, clearing_code: undefined },
    })
    expect(await client.create({ ...place, nickname: 'y' }, { 'x-transaction-uuid': taken })).toMatchObject({
      body: { code: 'CROSSBORDER_ACCOUNT_ID_TAKEN' },
    })
  })

  it('another client may have the same bank details', async () => {
    await made(place)
    const other = await accountsOf(test.gateway, test.user)
    expect((await other.create(place)).status).toBe(201)
  })

  it('a deleted account no longer reserves its bank details', async () => {
    const id = await made(place)
    await test.gateway.ask({ method: 'DELETE', url: one(id), as: test.user })
    expect((await client.create({ ...place, nickname: 'again' })).status).toBe(201)
  })
})

describe('characters that a person cannot see or distinguish', () => {
  const rejectedWith = (status: number, code: string) => ({
    status,
    body: { errors: [{ pointer: '/body/account_number', code }] },
  })

  it.each(['777\u200b001', '777\u00ad001', '777\u2060001', '\u200b', '\u3164', '777\ufe0f001', '\u202e777001'])(
    '%j is no account number',
    async (account_number) => {
      await made({ ...place, account_number: '777001' })
      expect(await client.create({ ...place, account_number })).toMatchObject(rejectedWith(400, 'HIDDEN_CHARACTER'))
    },
  )

  it.each([
    ['full-width digits', '７７７００１'],
    ['a full-width letter', '\uff21B777001'],
    ['a Cyrillic letter', '\u0410B777001'],
    ['a Greek letter', 'AB77700\u039f'],
    ['Arabic digits', '\u0667\u0667\u0667\u0660\u0660\u0661'],
    ['a letter under a mark', 'A\u0323B777001'],
  ])('%s are rejected in an account number', async (_, account_number) => {
    expect(await client.create({ ...place, account_number })).toMatchObject(rejectedWith(422, 'COORDINATE_CHARACTERS'))
  })

  it('invisible characters do not change the key', () => {
    const hidden = ['777\u200b001', '7\u00ad77001', '777001\u2060', '７７７００１']
    const keys = hidden.map((account_number) => coordinatesKey({ ...place, account_number }).toString('hex'))
    expect(new Set(keys)).toEqual(new Set([coordinatesKey({ ...place, account_number: '777001' }).toString('hex')]))
  })
})

describe('changing', () => {
  it('cannot take the bank details of another account, and changes nothing', async () => {
    const [id, other] = [await made(place), await made({ ...place, account_number: '2' })]
    const before = await accountsState(test.gateway)
    expect(await patch(other, { account_number: 'ab 12-34-56' })).toMatchObject(refused(id))
    expect(await accountsState(test.gateway)).toEqual(before)
  })

  it('another spelling of its own bank details is no conflict', async () => {
    const id = await made(place)
    expect(await patch(id, { account_number: 'ab-123456' })).toMatchObject({
      status: 200,
      body: { account_number: 'ab-123456' },
    })
  })

  it('bank details that it gave up are free, and it may take them again', async () => {
    const id = await made(place)
    expect((await patch(id, { account_number: '2' })).status).toBe(200)
    const second = await made({ ...place, nickname: 'second' })
    expect(await patch(id, { account_number: 'AB123456' })).toMatchObject(refused(second))
    expect((await patch(second, { account_number: '3' })).status).toBe(200)
    expect((await patch(id, { account_number: 'AB-123456' })).status).toBe(200)
  })

  it('of ten accounts that change to the same bank details at once, one succeeds', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => made({ ...place, account_number: `from ${n}` })))
    const answers = await Promise.all(ids.map((id, n) => patch(id, { account_number: `to${'-'.repeat(n)}` })))
    const arrived = answers.filter(({ status }) => status === 200)
    expect(arrived).toHaveLength(1)
    for (const answer of answers)
      if (answer !== arrived[0]) expect(answer).toMatchObject(refused(arrived[0]!.body['id']))
  })
})

import { randomUUID } from 'node:crypto'
import {
  sampleDeposit,
  sampleDevolution,
  sampleDevolutionReceived,
  samplePayment,
  sampleTransactions,
} from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../../platform/db/pool.ts'
import { createIngestion } from './ingest-batch.ts'

let gateway: TestGateway
let user: TestUser
const at = new Date(Date.now() - 86_400_000)
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString()

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

const ingest = async (...records: unknown[]) => gateway.ingest(records, 'test', new Date())
const outcomes = async (...records: unknown[]) => (await ingest(...records)).map(({ outcome }) => outcome)
const refusal = async (record: unknown) => {
  const [result] = await ingest(record)
  return result!.errors?.map(({ pointer, code }) => `${pointer} ${code}`)
}

/** All rows and events of the user, to check for unintended changes. */
async function stateOf({ user_id }: TestUser) {
  const { rows: transactions } = await gateway.db.admin.query<Record<string, unknown>>(
    'select * from transactions where user_id = $1 order by wallet_id, id, created_at',
    [user_id],
  )
  const { rows: events } = await gateway.db.admin.query<Record<string, unknown>>(
    'select * from events where user_id = $1 order by object_id, sequence',
    [user_id],
  )
  return { transactions, events }
}

describe('a record', () => {
  it('is stored once, with one event that contains no personal data', async () => {
    const payment = samplePayment(user, at)
    expect(await outcomes(payment)).toEqual(['CREATED'])
    const state = await stateOf(user)
    expect(state.transactions).toMatchObject([{ id: payment.id, amount: '15990', status: 'CONFIRMED', version: '1' }])
    expect(state.events).toMatchObject([
      {
        type: 'transactions.transaction.created',
        object_id: payment.id,
        sequence: '1',
        data: { transaction_id: payment.id, wallet_id: user.wallet_id, type: 'PAYMENT', status: 'CONFIRMED' },
      },
    ])
    const told = JSON.stringify(state.events)
    for (const personal of ['Ana', '52998224725', 'Loja', '11222333000181']) expect(told).not.toContain(personal)
  })

  it('sent again changes nothing, in the same batch, in another, or with another formatting', async () => {
    const payment = samplePayment(user, at)
    expect(await outcomes(payment, payment)).toEqual(['CREATED', 'UNCHANGED'])
    const before = await stateOf(user)
    const elsewhere = payment.created_at.replace('Z', '+00:00')
    const same = { ...payment, id: payment.id.toUpperCase(), created_at: elsewhere }
    expect(await outcomes(payment, same)).toEqual(['UNCHANGED', 'UNCHANGED'])
    expect(await stateOf(user)).toEqual(before)
  })

  it('is updated by a newer state, and not by an older one', async () => {
    const { operation_id, ...scheduled } = samplePayment(user, at, { status: 'SCHEDULED' })
    const confirmed = { ...scheduled, operation_id, status: 'CONFIRMED', updated_at: later(10) }
    expect(await outcomes(scheduled)).toEqual(['CREATED'])
    expect(await outcomes(confirmed)).toEqual(['UPDATED'])
    const before = await stateOf(user)
    expect(before.transactions).toMatchObject([{ status: 'CONFIRMED', operation_id, version: '2' }])
    expect(before.events.map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
      'transactions.transaction.created 1',
      'transactions.transaction.updated 2',
    ])
    expect(await outcomes(scheduled, { ...scheduled, status: 'WAITING', updated_at: later(5) })).toEqual([
      'OUTDATED',
      'OUTDATED',
    ])
    expect(await stateOf(user)).toEqual(before)
  })

  it('with several states in one batch has one row and one event per state', async () => {
    const pending = samplePayment(user, at, { status: 'PENDING' })
    const waiting = { ...pending, status: 'WAITING', updated_at: later(1) }
    const failed = { ...pending, status: 'FAILED', failed_code: 'AC03', updated_at: later(2) }
    expect(await outcomes(pending, failed, waiting, failed)).toEqual(['CREATED', 'UPDATED', 'OUTDATED', 'UNCHANGED'])
    const { transactions, events } = await stateOf(user)
    expect(transactions).toMatchObject([{ status: 'FAILED', failed_code: 'AC03', version: '2' }])
    expect(events).toMatchObject([
      { sequence: '1', data: { status: 'PENDING' } },
      { sequence: '2', data: { status: 'FAILED' } },
    ])
  })

  it.each([
    ['amount', 15_991],
    ['type', 'DEPOSIT'],
    ['end_to_end_id', samplePayment({ user_id: '', wallet_id: '' }, at)['end_to_end_id']],
    ['operation_id', randomUUID()],
    ['beneficiary_document', '11222333000181'],
    ['created_at', new Date(at.getTime() - 70 * 86_400_000).toISOString()],
  ])('with another %s under the same id is rejected, and the rest of its batch is not', async (field, value) => {
    const payment = samplePayment(user, at)
    await ingest(payment)
    const before = await stateOf(user)
    const { beneficiary_person_type: _, ...bare } = payment
    const status = field === 'type' ? 'RECEIVED' : 'CONFIRMED'
    const other = samplePayment(user, at)
    const [refused, kept] = await ingest({ ...bare, status, [field]: value, updated_at: later(10) }, other)
    expect(refused).toMatchObject({ transaction_id: payment.id, outcome: 'REFUSED' })
    expect(refused!.errors).toEqual([expect.objectContaining({ pointer: `/${field}`, code: 'IMMUTABLE' })])
    expect(kept!.outcome).toBe('CREATED')
    const after = await stateOf(user)
    expect(after.transactions.filter(({ id }) => id === payment.id)).toEqual(before.transactions)
    expect(after.events).toHaveLength(2)
  })

  it('with another state at the same time is rejected', async () => {
    const payment = samplePayment(user, at)
    await ingest(payment)
    expect(await refusal({ ...payment, status: 'FAILED' })).toEqual(['/status SAME_UPDATED_AT'])
  })

  it("of a missing wallet, or of another user's, is rejected", async () => {
    const other = await gateway.user()
    expect(await refusal(samplePayment({ ...user, wallet_id: randomUUID() }, at))).toEqual([
      '/wallet_id WALLET_UNKNOWN',
    ])
    expect(await refusal(samplePayment({ ...user, wallet_id: other.wallet_id }, at))).toEqual([
      '/wallet_id WALLET_UNKNOWN',
    ])
    expect((await stateOf(user)).transactions).toEqual([])
  })

  it('is separate in each wallet', async () => {
    const second = await gateway.wallet(user)
    const payment = samplePayment(user, at)
    const { end_to_end_id } = samplePayment(user, at)
    expect(await outcomes(payment, { ...payment, end_to_end_id, wallet_id: second, amount: 7 })).toEqual([
      'CREATED',
      'CREATED',
    ])
    expect((await stateOf(user)).transactions.map(({ amount }) => amount).toSorted()).toEqual(['15990', '7'])
  })

  it('of a month long past gets its partition created', async () => {
    const old = new Date(Date.UTC(2021, 1, 28, 23, 59))
    expect(await outcomes(samplePayment(user, old), samplePayment(user, new Date(Date.UTC(2021, 2, 1))))).toEqual([
      'CREATED',
      'CREATED',
    ])
  })
})

it('is stored without invisible characters, and with normalised text', async () => {
  const sent = {
    ...samplePayment(user, at),
    owner_name: 'Jose\u0301 \u202eda Silva\u200b',
    description: 'jantar \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f',
    beneficiary_name: '\u3164',
  }
  expect(await ingest(sent)).toMatchObject([{ outcome: 'CREATED' }])
  const { rows } = await gateway.db.admin.query(
    'select owner_name, description, beneficiary_name from transactions where id = $1',
    [sent.id],
  )
  expect(rows).toEqual([
    {
      owner_name: 'José da Silva',
      description: 'jantar \u{1f468}\u{1f469}\u{1f467} \u2764\ufe0f',
      beneficiary_name: null,
    },
  ])
  expect(await ingest(sent)).toMatchObject([{ outcome: 'UNCHANGED' }])
})

describe('rejected because of its content', () => {
  const payment = () => samplePayment(user, at)
  const deposit = () => sampleDeposit(user, at)
  it.each<[string, () => unknown, string[]]>([
    ['no object', () => 'x', [' IS_OBJECT']],
    ['null', () => null, [' IS_OBJECT']],
    ['a field nobody knows', () => ({ ...payment(), password: 'x' }), ['/password NOT_ALLOWED']],
    ['an amount of zero', () => ({ ...payment(), amount: 0 }), ['/amount MIN']],
    ['an amount in reais', () => ({ ...payment(), amount: 10.5 }), ['/amount IS_INTEGER']],
    ['an amount as text', () => ({ ...payment(), amount: '10' }), ['/amount IS_INTEGER']],
    ['a status of another type', () => ({ ...payment(), status: 'READY' }), ['/status IS_ENUM']],
    ['a NUL in a name', () => ({ ...payment(), owner_name: 'a\u0000b' }), ['/owner_name MATCHES']],
    ['half a character', () => ({ ...payment(), owner_name: 'a\ud800b' }), ['/owner_name MATCHES']],
    [
      'a payment that no bank can name',
      () => ({ ...payment(), end_to_end_id: undefined }),
      ['/end_to_end_id MISSING_DATA'],
    ],
    [
      'a payment named as a devolution',
      () => ({ ...payment(), end_to_end_id: `D${String(payment()['end_to_end_id']).slice(1)}` }),
      ['/end_to_end_id MATCHES'],
    ],
    [
      'an end-to-end id of 31 February',
      () => ({ ...payment(), end_to_end_id: 'E12345678202602311200abcdefghijk' }),
      ['/end_to_end_id MATCHES'],
    ],
    [
      'an end-to-end id of 31 characters',
      () => ({ ...payment(), end_to_end_id: 'E12345678202602281200abcdefghij' }),
      ['/end_to_end_id MATCHES'],
    ],
    [
      'an end-to-end id of 33 characters',
      () => ({ ...payment(), end_to_end_id: 'E12345678202602281200abcdefghijkl' }),
      ['/end_to_end_id MATCHES'],
    ],
    [
      'a deposit without its operation',
      () => ({ ...deposit(), operation_id: undefined }),
      ['/operation_id MISSING_DATA'],
    ],
    ['more left than came', () => ({ ...deposit(), available_amount: 15_991 }), ['/available_amount MAX']],
    ['something left of a payment', () => ({ ...payment(), available_amount: 1 }), ['/available_amount NOT_ALLOWED']],
    [
      'the purpose of a devolution',
      () => ({ ...sampleDevolutionReceived(payment(), at), purpose: 'IPRT' }),
      ['/purpose NOT_ALLOWED'],
    ],
    ['a purpose Pix has no code for', () => ({ ...payment(), purpose: 'gift' }), ['/purpose MATCHES']],
    ['a payment that returns one', () => ({ ...payment(), original_id: randomUUID() }), ['/original_id NOT_ALLOWED']],
    [
      'a CPF with a wrong digit',
      () => ({ ...payment(), beneficiary_document: '52998224724' }),
      ['/beneficiary_document IS_CPF_OR_CNPJ'],
    ],
    [
      'a person that is a company',
      () => ({ ...payment(), beneficiary_person_type: 'LEGAL_PERSON' }),
      ['/beneficiary_person_type IS_ENUM'],
    ],
    ['a time before Pix', () => samplePayment(user, new Date('2020-10-31T23:59:59.999Z')), ['/created_at MIN']],
    [
      'a time to come',
      () => ({ ...payment(), updated_at: new Date(Date.now() + 400_000).toISOString() }),
      ['/updated_at IS_DATE_BEFORE_THAN'],
    ],
    [
      'an update before the beginning',
      () => ({ ...payment(), updated_at: later(-1) }),
      ['/updated_at IS_DATE_AFTER_THAN'],
    ],
    [
      'a time without its zone',
      () => ({ ...payment(), updated_at: '2026-01-01T00:00:00' }),
      ['/updated_at IS_ISO_STRING_DATE_FORMAT'],
    ],
    [
      'an offset no clock has',
      () => ({ ...payment(), updated_at: '2026-01-01T00:00:00+23:59' }),
      ['/updated_at IS_ISO_STRING_DATE_FORMAT'],
    ],
  ])('%s', async (name, record, expected) => {
    const sent: unknown = JSON.parse(JSON.stringify(record()))
    const good = payment()
    const [refused, kept] = await ingest(sent, good)
    expect(kept!.outcome).toBe('CREATED')
    expect(refused!.outcome).toBe('REFUSED')
    const rules = refused!.errors!.map(({ pointer, code }) => `${pointer} ${code}`)
    expect(rules, name).toEqual(expected)
    expect((await stateOf(user)).transactions.map(({ id }) => id)).toEqual([good.id])
  })

  it('is named in the answer by its id, if it has one', async () => {
    const named = { ...payment(), amount: 'x' }
    const results = await ingest(named, { ...named, id: 'x' }, { ...named, id: 1 })
    expect(results.map(({ transaction_id }) => transaction_id)).toEqual([named.id, undefined, undefined])
  })

  it('takes what is right to the last detail', async () => {
    const sent = [
      ...sampleTransactions(user, new Date()),
      sampleDevolution(deposit(), at, { end_to_end_id: undefined }),
      sampleDevolutionReceived(payment(), at, { original_id: undefined }),
      samplePayment(user, new Date('2020-11-01T00:00:00.000Z')),
      { ...deposit(), available_amount: 0, owner_document: '12ABC34501DE35', owner_person_type: 'LEGAL_PERSON' },
      { ...payment(), end_to_end_id: 'E1A345678202402292359abcDEF12345'.slice(0, 32) },
    ].map((record) => JSON.parse(JSON.stringify(record)) as unknown)
    expect(await outcomes(...sent)).toEqual(sent.map(() => 'CREATED'))
  })
})

describe('one end-to-end id is one payment', () => {
  const conflictOf = async (record: unknown) => {
    const results = ingest(record)
    const errors = [{ pointer: '/end_to_end_id', code: 'PAYMENT_CONFLICT' }]
    await expect(results).resolves.toMatchObject([{ outcome: 'REFUSED', errors }])
    return (await results)[0]!.first_payment
  }
  const asPayment = (of: TestUser, { end_to_end_id, amount }: Record<string, unknown>) =>
    samplePayment(of, at, { end_to_end_id, amount })

  it.each([
    ['another amount', 600_00],
    ['the same amount', 400_00],
  ])('a second record under it with %s is rejected, and the error contains the first payment', async (_, amount) => {
    const first = sampleDeposit(user, at, { amount: 400_00 })
    await ingest(first)
    const before = await stateOf(user)
    const { end_to_end_id } = first
    const other = await gateway.user()
    for (const target of [user, { ...user, wallet_id: await gateway.wallet(user) }, other]) {
      expect(await conflictOf(sampleDeposit(target, at, { amount, end_to_end_id }))).toMatchObject({
        end_to_end_id,
        amount: 400_00,
        wallet_id: user.wallet_id,
        transaction_id: first.id,
        recorded_at: expect.stringMatching(/Z$/) as string,
      })
    }
    expect(await stateOf(user)).toEqual(before)
    expect((await stateOf(other)).transactions).toEqual([])
  })

  it('two amounts in one batch: the first is stored', async () => {
    const first = sampleDeposit(user, at, { amount: 400_00 })
    const second = sampleDeposit(user, at, { amount: 600_00, end_to_end_id: first['end_to_end_id'] })
    const [kept, refused] = await ingest(first, second)
    expect(kept!.outcome).toBe('CREATED')
    expect(refused).toMatchObject({ outcome: 'REFUSED', first_payment: { amount: 400_00, transaction_id: first.id } })
    expect((await stateOf(user)).transactions.map(({ id }) => id)).toEqual([first.id])
  })

  it('the two sides of a payment between two users have one amount', async () => {
    const [other, deposit] = [await gateway.user(), sampleDeposit(user, at)]
    expect(await outcomes(deposit, asPayment(other, deposit))).toEqual(['CREATED', 'CREATED'])
    const [third, wrong] = [sampleDeposit(user, at), { amount: 1 }]
    expect(await outcomes(third)).toEqual(['CREATED'])
    expect(await conflictOf({ ...asPayment(other, third), ...wrong })).toMatchObject({ transaction_id: third.id })
    expect(await outcomes(asPayment(other, third))).toEqual(['CREATED'])
  })

  it('a devolution that gets its id later cannot use one that is taken', async () => {
    const deposit = sampleDeposit(user, at)
    const [first, second] = [sampleDevolution(deposit, at), sampleDevolution(deposit, at)]
    const { end_to_end_id, ...unnamed } = second
    expect(await outcomes(deposit, first, unnamed)).toEqual(['CREATED', 'CREATED', 'CREATED'])
    const learned = { ...second, updated_at: later(1) }
    expect(await conflictOf({ ...learned, end_to_end_id: first['end_to_end_id'] })).toMatchObject({
      transaction_id: first.id,
    })
    expect(await outcomes({ ...learned, end_to_end_id })).toEqual(['UPDATED'])
  })

  it('a devolution cannot have another amount than the refund payment that was reported under its id', async () => {
    const sent = sampleDevolution(sampleDeposit(user, at), at, { amount: 600_00 })
    const refund = [user.user_id, randomUUID()]
    await gateway.db.admin.query('insert into pix_payments (end_to_end_id, amount, refund) values ($1, 40000, $2)', [
      sent['end_to_end_id'],
      refund,
    ])
    expect(await conflictOf(sent)).toMatchObject({ amount: 400_00, refund_request_id: refund[1] })
    expect(await outcomes({ ...sent, amount: 400_00 })).toEqual(['CREATED'])
  })

  it('of concurrent amounts one is stored, whichever wallets they are sent to', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => gateway.user()))
    for (let round = 0; round < 10; round += 1) {
      const { end_to_end_id } = sampleDeposit(user, at)
      const deposits = others.map((of, n) => sampleDeposit(of, at, { end_to_end_id, amount: 200_00 + n }))
      const results = (await Promise.all(deposits.map((deposit) => ingest(deposit)))).flat()
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['CREATED', 'REFUSED', 'REFUSED', 'REFUSED'])
      const kept = deposits[results.findIndex(({ outcome }) => outcome === 'CREATED')]!
      for (const { outcome, first_payment } of results)
        if (outcome === 'REFUSED')
          expect(first_payment).toMatchObject({ amount: kept['amount'], transaction_id: kept.id })
    }
  })

  it('the database itself rejects a second payment under the id', async () => {
    const deposit = sampleDeposit(user, at)
    await ingest(deposit)
    const client = await gateway.db.admin.connect()
    await client.query('begin; set local session_replication_role = origin')
    const copied = client.query(
      `insert into transactions (user_id, wallet_id, id, type, status, amount, end_to_end_id, version, created_at, updated_at)
       select user_id, wallet_id, gen_random_uuid(), type, status, 1, end_to_end_id, 1, created_at, updated_at
       from transactions where id = $1`,
      [deposit.id],
    )
    await expect(copied).rejects.toMatchObject({ constraint: 'one_payment' })
    await client.query('rollback')
    client.release()
  })
})

describe('concurrently', () => {
  it('twenty times the same batch store each record once, with one event', async () => {
    const second = await gateway.wallet(user)
    const wallets = [user, { ...user, wallet_id: second }]
    const batch = Array.from({ length: 50 }, (_, n) => samplePayment(wallets[n % 2]!, at))
    const runs = Array.from({ length: 20 }, (_, n) => ingest(...(n % 2 ? batch : batch.toReversed())))
    const all = (await Promise.all(runs)).flat().map(({ outcome }) => outcome)
    expect(all.filter((outcome) => outcome === 'CREATED')).toHaveLength(50)
    expect(all.filter((outcome) => outcome === 'UNCHANGED')).toHaveLength(950)
    const { transactions, events } = await stateOf(user)
    expect([transactions.length, events.length]).toEqual([50, 50])
  })

  it('many batches of one wallet do not block those of another', async () => {
    const [other, size] = [await gateway.user(), 3]
    const pool = openPool({ connectionString: gateway.db.worker, size, name: 'ledger' })
    const own = createIngestion(pool)
    const send = (of: TestUser) => own([samplePayment(of, at)], 'test', new Date())
    const holder = await gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('select from wallets where id = $1 for update', [user.wallet_id])
    const behind = Promise.allSettled(Array.from({ length: 4 * size }, () => send(user)))
    try {
      await expect(send(other)).resolves.toMatchObject([{ outcome: 'CREATED' }])
      expect(await gateway.db.waiting()).toBe(1)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    for (const ended of await behind) expect(ended).toMatchObject({ value: [{ outcome: 'CREATED' }] })
    await pool.end()
  })

  it('one id in two months is stored in one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await gateway.user()
      const payment = samplePayment(owner, at)
      const earlier = { ...payment, created_at: new Date(at.getTime() - 40 * 86_400_000).toISOString() }
      const results = (await Promise.all([ingest(payment), ingest(earlier)])).flat()
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['CREATED', 'REFUSED'])
      expect((await stateOf(owner)).transactions).toHaveLength(1)
    }
  })

  it('the states of a record in any order end in the latest', async () => {
    const first = samplePayment(user, at, { status: 'PENDING' })
    const states = ['WAITING', 'ANTIFRAUD_ANALYSIS', 'WAITING_DELAYED', 'CONFIRMED'].map((status, n) => ({
      ...first,
      status,
      updated_at: later(n + 1),
    }))
    await Promise.all([first, ...states].toReversed().map((state) => ingest(state)))
    const { transactions, events } = await stateOf(user)
    expect(transactions).toMatchObject([{ status: 'CONFIRMED' }])
    expect(transactions[0]!['version']).toBe(String(events.length))
  })
})

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OperationName, operations } from '../../../sandbox/dict/operations.ts'
import { perform } from '../../../sandbox/dict/perform.ts'
import { settle } from '../../../sandbox/dict/settle.ts'
import type { Transaction } from '../../../sandbox/dict/world.ts'
import { FIRST, payOn, SECOND } from '../../../test/support/dict.ts'
import { multipart, multipartHeaders, samples } from '../../../test/support/files.ts'
import { openTestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { openTestPix, type TestPix } from '../../../test/support/pix.ts'

let pix: TestPix
let user: TestUser
let payment: Transaction & { transaction_id: string }

beforeAll(async () => {
  pix = await openTestPix()
})
beforeEach(async () => {
  user = await pix.gateway.user()
  payment = await pix.sent(user, { amount: 1_000_00 })
  pix.test.simulated.faults.clear()
})
afterAll(() => pix.close())

const URL = '/v1/pix/fund-recovery-requests'
const body = () => ({
  transaction_id: payment.transaction_id,
  reason: 'FRAUD',
  fraud_reason: 'FRAUD',
  description: 'Golpe por telefone.',
})
const create = (changes: object = {}) =>
  pix.gateway.ask({ method: 'POST', url: URL, as: user, body: { ...body(), ...changes } })
const cancel = (id: string) => pix.gateway.ask({ method: 'DELETE', url: `${URL}/${id}/cancel`, as: user })
const get = (id: string) => pix.gateway.ask({ url: `${URL}/${id}`, as: user })
const world = () => pix.test.simulated.world
const advance = (id: string) => pix.run('advance-fund-recovery', { user_id: user.user_id, id })
const stateOf = async () =>
  (await pix.gateway.db.admin.query('select * from fund_recovery_requests where user_id = $1', [user.user_id])).rows
const held = () => world().recoveries.group(payment.id)

const wholeWay = [
  'created',
  'submitted',
  'tracked',
  'analysis_requested',
  'analysed',
  'refund_requested',
  'completed_approved',
]

/** Does something as another bank, with all of DICT's checks. */
function as(caller: string, name: OperationName, sent: Record<string, string>) {
  const operation = operations[name]
  const { buckets } = pix.test.simulated
  const id = sent[operation.idName!] ?? ''
  perform(
    operation,
    { world: world(), buckets, caller, id, query: new URLSearchParams() },
    { participant: caller, ...sent },
  )
}

function analyse(id: string, verdict: 'AGREED' | 'DISAGREED') {
  for (const report of world().reports.group(id)) {
    const infraction_report_id = report.id
    as(report.counterparty_participant, 'acknowledgeInfractionReport', { infraction_report_id })
    const fraud = verdict === 'AGREED' ? { fraud_type: 'MULE_ACCOUNT' } : {}
    as(report.counterparty_participant, 'closeInfractionReport', {
      infraction_report_id,
      analysis_result: verdict,
      ...fraud,
    })
  }
}

function refund(id: string) {
  for (const { id: refund_id, refund_amount, contested_participant } of world().refunds.group(id)) {
    as(contested_participant, 'closeRefund', {
      refund_id,
      refund_analysis_result: 'TOTALLY_ACCEPTED',
      refund_transaction_id: `D${contested_participant}202602021020${randomUUID().replaceAll('-', '').slice(0, 11)}`,
      effective_refunded_amount: (refund_amount / 100).toFixed(2),
    })
  }
}

function pass(ms: number) {
  world().clock.advance(ms)
  settle(world())
}

/** Lets time pass and the worker work, until nothing more can come of it. */
async function drain(id: string) {
  for (let n = 0; n < 3; n += 1) {
    pass(15_000)
    await advance(id)
  }
}

async function openedUntilAnalysis(): Promise<{ id: string; dict_id: string }> {
  const id = String((await create()).body['id'])
  await advance(id)
  pass(5_000)
  await advance(id)
  return { id, dict_id: held()[0]!.id }
}

describe('a recovery, from the contest to the money', () => {
  it('goes through every step, with money from two banks, each told once and in order', async () => {
    payOn(pix.test.simulated, payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const created = await create({ fraud_reason: 'COERSION_CRIME' })
    expect(created).toMatchObject({ status: 201, body: { status: 'CREATED', fraud_reason: 'COERCION_CRIME' } })
    const id = String(created.body['id'])
    await advance(id)
    const [recovery] = held()
    expect(recovery).toMatchObject({ situation_type: 'COERCION', report_details: 'Golpe por telefone.' })
    pass(1_500)
    await advance(id)
    expect((await get(id)).body['tracking']).toMatchObject({ participants: 3, transactions: 2 })
    pass(1_500)
    await advance(id)
    analyse(recovery!.id, 'AGREED')
    await advance(id)
    expect((await get(id)).body).toMatchObject({ status: 'WAITING_DEVOLUTION' })
    refund(recovery!.id)
    pass(1_000)
    await advance(id)
    const { body: ended } = await get(id)
    expect(ended).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: 1_000_00 })
    expect((ended['refunds'] as { bank_ispb: string }[]).map(({ bank_ispb }) => bank_ispb).toSorted()).toEqual([
      FIRST,
      SECOND,
    ])
    expect(await pix.told(id)).toEqual(wholeWay)
    const graph = await pix.gateway.ask({ url: `${URL}/${id}/tracking-graph`, as: user })
    expect(graph.body['transactions']).toHaveLength(2)
    expect(JSON.stringify(graph.body)).not.toContain('Ana')
  })

  it('rejected: no bank agrees', async () => {
    const { id, dict_id } = await openedUntilAnalysis()
    analyse(dict_id, 'DISAGREED')
    await advance(id)
    expect((await get(id)).body).toMatchObject({ status: 'COMPLETED_REJECTED', refund_total_amount: 0 })
  })

  it('failed: DICT refuses it', async () => {
    world().transactions.set(payment.id, { ...payment, settled: false })
    const id = String((await create()).body['id'])
    await advance(id)
    expect((await get(id)).body).toMatchObject({
      status: 'FAILED',
      failed_code: 'FUNDS_RECOVERY_TRANSACTION_NOT_SETTLED',
    })
    expect(await pix.told(id)).toEqual(['created', 'failed'])
    expect((await create({ description: 'De novo.' })).status).toBe(201)
  })

  it('expired: the refunds were asked for too late', async () => {
    const { id, dict_id } = await openedUntilAnalysis()
    analyse(dict_id, 'AGREED')
    pass(world().settings.refund_window_ms + 1)
    await advance(id)
    expect((await get(id)).body).toMatchObject({ status: 'FAILED', failed_code: 'REFUND_PERIOD_EXPIRED' })
  })

  it('taken further by the clock alone, when every job was lost', async () => {
    const id = String((await create()).body['id'])
    for (let n = 0; n < 3; n += 1) {
      await pix.run('follow-fund-recoveries')
      pass(60_000)
    }
    expect((await stateOf())[0]).toMatchObject({ id, dict_status: 'AWAITING_ANALYSIS' })
  })
})

describe('an answer that was lost', () => {
  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'foreign_signature', 'reset'] as const)(
    'to the submission (%s): DICT holds one recovery, and it is ours',
    async (kind) => {
      pix.test.simulated.faults.add({ kind, operation: 'createFundsRecovery' })
      const id = String((await create()).body['id'])
      await advance(id)
      expect((await stateOf())[0]).toMatchObject({ dict_id: null, status: 'CREATED' })
      await drain(id)
      expect(held()).toHaveLength(1)
      expect((await stateOf())[0]).toMatchObject({ dict_id: held()[0]!.id, dict_status: 'AWAITING_ANALYSIS' })
      expect(await pix.told(id)).toEqual(['created', 'submitted', 'tracked', 'analysis_requested'])
    },
  )

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature', 'reset', 'unavailable'] as const)(
    'to the request for the refunds (%s): asked once, told once',
    async (kind) => {
      const { id, dict_id } = await openedUntilAnalysis()
      analyse(dict_id, 'AGREED')
      pix.test.simulated.faults.add({ kind, operation: 'refundFundsRecovery' })
      await advance(id)
      await advance(id)
      expect(held()[0]!.status).toBe('REFUNDING')
      expect((await pix.told(id)).slice(4)).toEqual(['analysed', 'refund_requested'])
    },
  )

  it('does not adopt a recovery of the same payment that was made by other means', async () => {
    as('11111111', 'createFundsRecovery', {
      funds_recovery: {
        root_transaction_id: payment.id,
        situation_type: 'SCAM',
        contact_information: { email: 'a@b.example', phone: '+5561988887777' },
      },
    } as never)
    pass(300_000)
    const id = String((await create()).body['id'])
    await advance(id)
    pass(120_000)
    await advance(id)
    expect((await get(id)).body).toMatchObject({ status: 'FAILED', failed_code: 'ALREADY_AT_DICT' })
  })
})

describe('create', () => {
  it('201: by each of the three names', async () => {
    expect((await create({ transaction_id: undefined, end_to_end_id: payment.id })).body['transaction_id']).toBe(
      payment.transaction_id,
    )
  })

  it('409: one live recovery for each transaction, of ten at once one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => create({ description: `${n}` })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
    const before = await stateOf()
    expect(await create({ description: 'outra' })).toMatchObject({
      status: 409,
      body: { code: 'FUND_RECOVERY_ALREADY_EXISTS', fund_recovery_request_id: before[0]!.id },
    })
    expect(await stateOf()).toEqual(before)
  })

  it.each<[object, number, string]>([
    [{ reason: 'GIFT' }, 400, 'REQUEST_MALFORMED'],
    [{ status: 'CREATED' }, 400, 'REQUEST_MALFORMED'],
    [{ description: ' ' }, 400, 'REQUEST_MALFORMED'],
    [{ transaction_id: undefined }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ end_to_end_id: 'E12345678202602281200abcdefghijk' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ fraud_reason: undefined }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ reason: 'PIX_AUTOMATIC_PSP_ERROR' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ contact_email: 'a@b.example' }, 422, 'FUND_RECOVERY_RULES_BROKEN'],
    [{ reason: 'CANCEL_DEVOLUTION', fraud_reason: undefined }, 422, 'FUND_RECOVERY_TRANSACTION_NOT_CONTESTABLE'],
    [{ transaction_id: randomUUID() }, 404, 'FUND_RECOVERY_TRANSACTION_NOT_FOUND'],
  ])('%j: %i %s', async (changes, status, code) => {
    expect(await create(changes)).toMatchObject({ status, body: { code } })
    expect(await stateOf()).toEqual([])
  })

  it('422: a payment received cannot be contested by who received it', async () => {
    payment = (await pix.received(user)) as typeof payment
    expect(await create({ transaction_id: undefined, end_to_end_id: payment.id })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'NOT_SENT' }, { code: 'NOT_CONFIRMED' }] },
    })
  })

  it('422 after eighty days, to the second', async () => {
    const { clock } = world()
    clock.freeze()
    const DAY_MS = 86_400_000
    const older = await pix.sent(user, { minutesAgo: 79 * 24 * 60 })
    payment = older
    clock.advance(Date.parse(older.settlement_time) + 80 * DAY_MS - clock.now().getTime())
    const inTime = await create()
    payment = await pix.sent(user, { minutesAgo: 80 * 24 * 60 })
    clock.advance(1)
    const late = await create()
    clock.resume()
    expect(inTime.status).toBe(201)
    expect(late).toMatchObject({ status: 422, body: { code: 'FUND_RECOVERY_PERIOD_EXPIRED' } })
  })
})

describe('cancel', () => {
  it('200 before DICT was told: DICT never hears of it, and the transaction can be contested again', async () => {
    const id = String((await create()).body['id'])
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    await advance(id)
    expect(held()).toEqual([])
    expect((await create({ description: 'Agora sim.' })).status).toBe(201)
  })

  it('200 once DICT says so, and again on a repeat', async () => {
    const { id } = await openedUntilAnalysis()
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    expect(held()[0]!.status).toBe('CANCELLED')
    const repeat = await pix.gateway.ask({
      method: 'DELETE',
      url: `${URL}/${id}/cancel`,
      as: user,
      headers: { 'x-include-replay-protection-schema': 'nonce' },
    })
    expect(repeat.status).toBe(200)
    expect((await pix.told(id)).at(-1)).toBe('canceled')
    expect((await create({ description: 'De novo.' })).status).toBe(409)
  })

  it.each(['reset_after_write', 'error_500_after_write', 'bad_signature'] as const)(
    '200 when the answer was lost (%s) and DICT, asked, says that it was done',
    async (kind) => {
      const { id } = await openedUntilAnalysis()
      pix.test.simulated.faults.add({ kind, operation: 'cancelFundsRecovery' })
      expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELED' } })
    },
  )

  it.each(['unavailable', 'reset', 'error_500'] as const)(
    '503 and nothing changed when DICT was not heard (%s)',
    async (kind) => {
      const { id } = await openedUntilAnalysis()
      const before = await stateOf()
      pix.test.simulated.faults.add({ kind, operation: 'cancelFundsRecovery' })
      expect(await cancel(id)).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
      expect(await stateOf()).toEqual(before)
      expect(held()[0]!.status).toBe('AWAITING_ANALYSIS')
      expect((await cancel(id)).status).toBe(200)
    },
  )

  it('422 once the refunds were asked for', async () => {
    const { id, dict_id } = await openedUntilAnalysis()
    analyse(dict_id, 'AGREED')
    await advance(id)
    expect(await cancel(id)).toMatchObject({ status: 422, body: { code: 'FUND_RECOVERY_NOT_CANCELABLE' } })
    expect(held()[0]!.status).toBe('REFUNDING')
  })

  it('racing with the request for the refunds: our answer and DICT never disagree', async () => {
    const rounds = Number(process.env['RACE_ROUNDS'] ?? 10)
    const answers = new Map<number, number>()
    for (let round = 0; round < rounds; round += 1) {
      payment = await pix.sent(user)
      const { id, dict_id } = await openedUntilAnalysis()
      analyse(dict_id, 'AGREED')
      const late = new Promise((resolve) => setTimeout(resolve, (round % 10) * 8))
      const [answer] = await Promise.all([
        round % 2 ? late.then(() => cancel(id)) : cancel(id),
        round % 2 ? advance(id) : late.then(() => advance(id)),
      ])
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      await advance(id)
      const status = held()[0]!.status
      const ours = (await get(id)).body['status']
      expect([answer.status, status, ours]).toEqual(
        answer.status === 200 ? [200, 'CANCELLED', 'CANCELED'] : [422, 'REFUNDING', 'WAITING_DEVOLUTION'],
      )
    }
    expect([...answers.values()].reduce((a, b) => a + b)).toBe(rounds)
    if (rounds > 10) process.stderr.write(`cancel race: ${JSON.stringify([...answers])}\n`)
  }, 1_200_000)
})

describe('our own certificate', () => {
  it.each(['expired', 'stranger'] as const)(
    '%s: DICT refuses it, and the API says 503 and changes nothing',
    async (which) => {
      const { simulated } = pix.test
      const { tls } = simulated.settingsFor('11111111')
      const identity = await simulated[which]('11111111')
      const dict = pix.test.as('11111111', { tls: { ...identity, authorities: tls.authorities } })
      const gateway = await openTestGateway({}, { dict })
      const owner = await gateway.user()
      const [sent] = await gateway.payments(owner)
      const contest = { ...body(), transaction_id: sent!.id }
      const created = await gateway.ask({ method: 'POST', url: URL, as: owner, body: contest })
      const id = String(created.body['id'])
      await gateway.db.admin.query(
        'update fund_recovery_requests set dict_id = id, submitted_at = now() where id = $1',
        [id],
      )
      const answer = await gateway.ask({ method: 'DELETE', url: `${URL}/${id}/cancel`, as: owner })
      expect(answer).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect((await gateway.ask({ url: `${URL}/${id}`, as: owner })).body['status']).toBe('CREATED')
      await gateway.close()
    },
  )
})

describe('eclusa recoveries show', () => {
  const run = promisify(execFile)
  it('draws the timeline and the way of the money, in the terminal and as a picture', async () => {
    payOn(pix.test.simulated, payment, { from: FIRST, to: SECOND, amount: 600_00 })
    const { id } = await openedUntilAnalysis()
    const main = new globalThis.URL('../../main.ts', import.meta.url).pathname
    const env = { ...process.env, DATABASE_OPERATOR_URL: pix.gateway.db.operator }
    const { stdout } = await run('node', [main, 'recoveries', 'show', id], { env })
    expect(stdout).toContain('CREATED (DICT: AWAITING_ANALYSIS)')
    expect(stdout).toMatch(/analysis_requested\n/)
    expect(stdout).toMatch(/└─ 22222222 #\d+ → 33333333 #\d+ {2}R\$ 600,00/)
    const file = join(await mkdtemp(join(tmpdir(), 'eclusa-svg-')), 'recovery.svg')
    await run('node', [main, 'recoveries', 'show', id, '--svg', file], { env })
    expect(await readFile(file, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/)
    await expect(run('node', [main, 'recoveries', 'show', randomUUID()], { env })).rejects.toThrow('was not found')
  })
})

describe('evidence', () => {
  const pdf = (text: string) => Buffer.concat([samples.pdf, Buffer.from(`% ${text}\n`)])
  const part = (name: string, bytes: Buffer) => ({ name, file_name: `${name}.pdf`, bytes })
  const upload = (id: string, parts: ReturnType<typeof part>[]) =>
    pix.gateway.ask({
      method: 'PATCH',
      url: `${URL}/${id}/files/upload`,
      as: user,
      headers: multipartHeaders,
      body: multipart(parts),
    })

  it('200: two files, then a third, and no fourth', async () => {
    const id = String((await create()).body['id'])
    const first = await upload(id, [part('first_file', pdf('a')), part('second_file', pdf('b'))])
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject([{ name: `${id}_1` }, { name: `${id}_2` }])
    expect((await upload(id, [part('first_file', pdf('c'))])).status).toBe(200)
    const before = await stateOf()
    expect(await upload(id, [part('first_file', pdf('d'))])).toMatchObject({
      status: 422,
      body: { code: 'FUND_RECOVERY_TOO_MANY_FILES' },
    })
    expect(await stateOf()).toEqual(before)
    expect((await get(id)).body['files']).toHaveLength(3)
    expect(await pix.told(id)).toEqual(['created', 'evidence_attached', 'evidence_attached'])
  })

  it('422: once the analyses are in, and 422 for what is no document', async () => {
    const { id, dict_id } = await openedUntilAnalysis()
    expect((await upload(id, [part('first_file', Buffer.from('MZ'))])).status).toBe(422)
    analyse(dict_id, 'DISAGREED')
    await advance(id)
    expect(await upload(id, [part('first_file', pdf('late'))])).toMatchObject({
      status: 422,
      body: { code: 'FUND_RECOVERY_TAKES_NO_FILES' },
    })
  })
})

describe('a worker killed at any step', () => {
  it('leaves one recovery at DICT, our state equal to it, and no event lost or doubled', async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 10)
    for (let round = 0; round < rounds; round += 1) {
      payment = await pix.sent(user)
      const id = String((await create()).body['id'])
      const killed = pix.killing(round % 7, round % 2 === 0)
      const die = () => killed('advance-fund-recovery', { user_id: user.user_id, id })
      await die()
      pass(15_000)
      await die()
      await drain(id)
      const [recovery, ...more] = held()
      expect(more).toEqual([])
      analyse(recovery!.id, 'AGREED')
      await die()
      await drain(id)
      refund(recovery!.id)
      await die()
      await drain(id)
      expect((await get(id)).body).toMatchObject({ status: 'COMPLETED_APPROVED', refund_total_amount: payment.amount })
      expect(held()[0]!.status).toBe('COMPLETED')
      expect(await pix.told(id)).toEqual(wholeWay)
    }
  }, 1_200_000)
})

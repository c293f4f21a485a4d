import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAsUser } from '../../http/transaction.ts'
import { adoptAnswers } from './adopt-answers.job.ts'
import { closeNotifications } from './close-notifications.job.ts'
import { askAgain, decideNotification } from './decide-notification.ts'
import { pollNotifications } from './poll-notifications.job.ts'
import type { Verdict } from './verdict.ts'
import { watchInfractionDeadlines } from './watch-infraction-deadlines.job.ts'

const DAY_MS = 86_400_000

let pix: TestPix
let user: TestUser
let id: string

beforeAll(async () => {
  pix = await createTestPix()
})
beforeEach(async () => {
  user = await pix.gateway.user()
  id = pix.report(await pix.received(user, { amount: 300_00 }))
  await pix.run(pollNotifications)
})
afterAll(() => pix.close())

const url = () => `/v1/pix/compliance/infraction-notifications/${id}`
const answer = (client_analysis_details = 'O produto foi entregue.') =>
  pix.gateway.ask({
    method: 'POST',
    url: `${url()}/answer`,
    as: user,
    body: { client_status: 'DISAGREED', client_analysis_details },
  })
const read = async () => (await pix.gateway.ask({ url: url(), as: user })).body
const stateOf = async () =>
  (await pix.gateway.db.admin.query('select * from infraction_notifications where id = $1', [id])).rows[0] as Record<
    string,
    unknown
  >
const version = async () => Number((await stateOf())['version'])
const report = () => pix.test.simulated.world.reports.get(id)!
const clock = () => pix.test.simulated.world.clock
const change = (changes: Partial<ReturnType<typeof report>>) => {
  clock().advance(1_000)
  const { world } = pix.test.simulated
  world.reports.save({ ...report(), ...changes, last_modified: clock().now().toISOString() })
}

const agreed: Verdict = {
  analysis_result: 'AGREED',
  analysis_details: 'Conta de passagem.',
  analysis_fraud_type: 'MULE_ACCOUNT',
  decided_by: 'ana',
  decision_reason: 'entradas e saídas no mesmo minuto',
}
const decide = (verdict: Verdict, seen?: number) =>
  runAsUser(pix.worker, user.user_id, 'test', (tx) =>
    decideNotification(tx, id, () => verdict, seen === undefined ? {} : { seen }),
  )
const ask = (question: string, seen: number) =>
  runAsUser(pix.worker, user.user_id, 'test', (tx) => askAgain(tx, id, question, seen))

describe('the verdict', () => {
  it("is the institution's: a client who disagrees closes nothing, an analyst who agrees does", async () => {
    expect((await answer()).body).toMatchObject({ status: 'IN_ANALYSIS', client_status: 'DISAGREED' })
    await pix.run(adoptAnswers)
    await pix.run(closeNotifications)
    expect(report().status).toBe('ACKNOWLEDGED')
    expect((await read())['analysis_result']).toBeUndefined()

    await decide(agreed, await version())
    await pix.run(closeNotifications)
    expect(report()).toMatchObject({ status: 'CLOSED', analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' })
    expect(await read()).toMatchObject({
      status: 'CLOSED',
      client_status: 'DISAGREED',
      client_analysis_details: 'O produto foi entregue.',
      analysis_result: 'AGREED',
      analysis_details: 'Conta de passagem.',
      analysis_fraud_type: 'MULE_ACCOUNT',
      blocked_amount_status: 'HELD_FOR_REFUND',
      fraud_marker_id: report().fraud_marker_id,
    })
    expect(JSON.stringify(await read())).not.toContain('mesmo minuto')
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'decided', 'closed'])
  })

  it('can be given without an answer, is given once, and then no answer is accepted', async () => {
    expect(await decide({ ...agreed, analysis_result: 'DISAGREED', analysis_fraud_type: null })).toBeDefined()
    expect(await decide(agreed)).toBeUndefined()
    expect(await answer()).toMatchObject({ status: 422, body: { code: 'INFRACTION_NOTIFICATION_NOT_ANSWERABLE' } })
    await pix.run(closeNotifications)
    expect(report()).toMatchObject({ status: 'CLOSED', analysis_result: 'DISAGREED' })
    expect(report().fraud_type).toBeUndefined()
    expect((await read())['blocked_amount_status']).toBe('RELEASED')
  })

  it('is rejected when the notification has changed since it was viewed', async () => {
    const seen = await version()
    await answer()
    expect(await decide(agreed, seen)).toBeUndefined()
    expect((await stateOf())['decided_at']).toBeNull()
  })

  it.each<[string, Partial<Verdict>]>([
    ['state the kind of fraud', { analysis_fraud_type: null }],
    ['applies only with AGREED', { analysis_result: 'DISAGREED' }],
    ['OTHER requires details', { analysis_fraud_type: 'OTHER', analysis_details: null }],
  ])('is rejected before DICT would reject it: %s', async (why, broken) => {
    await expect(decide({ ...agreed, ...broken })).rejects.toThrow(why)
    expect((await stateOf())['decided_at']).toBeNull()
  })

  it('waits for a client who is asked again, whose new answer counts', async () => {
    await answer('Entreguei.')
    await ask('Com que comprovante?', await version())
    expect(await read()).toMatchObject({ status: 'ACKNOWLEDGED', question: 'Com que comprovante?' })
    expect((await answer('Com a nota fiscal.')).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'IN_ANALYSIS', client_analysis_details: 'Com a nota fiscal.' })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'questioned', 'answered'])
  })

  it('acknowledges the report at DICT also while the client is asked', async () => {
    pix.test.simulated.faults.add({ kind: 'unavailable', operation: 'acknowledgeInfractionReport' })
    id = pix.report(await pix.received(user))
    await pix.run(pollNotifications)
    await answer()
    expect(report().status).toBe('OPEN')
    await pix.run(pollNotifications)
    expect(report().status).toBe('ACKNOWLEDGED')
    expect(await pix.told(id)).toEqual(['received', 'answered'])
  })
})

describe('a change by the reporting participant', () => {
  it('is stored, emitted and shown, and never blocks more than the received amount', async () => {
    const contact_information = { email: 'fraudes@banco.example', phone: '+5561988887777' }
    change({ report_details: 'mais detalhes', infraction_amount: 120_00, contact_information, transaction_depth: 2 })
    await pix.run(pollNotifications)
    expect(await read()).toMatchObject({ description: 'mais detalhes', amount: 120_00, transaction_depth: 2 })
    expect(JSON.stringify(await read())).not.toContain('fraudes@banco')
    expect(await stateOf()).toMatchObject({ contact_information })
    change({ infraction_amount: 900_00, situation_type: 'ACCOUNT_TAKEOVER' })
    await pix.run(pollNotifications)
    expect(await read()).toMatchObject({ amount: 300_00, situation_type: 'ACCOUNT_TAKEOVER' })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'updated', 'updated'])
    const { rows } = await pix.gateway.db.admin.query<{ data: { blocked_amount: number } }>(
      'select data from events where object_id = $1 order by sequence',
      [id],
    )
    expect(rows.map(({ data }) => data.blocked_amount)).toEqual([300_00, 300_00, 120_00, 300_00])
  })

  it('has no effect once the report is closed', async () => {
    await decide(agreed)
    await pix.run(closeNotifications)
    const before = await read()
    change({ infraction_amount: 1_00 })
    await pix.run(pollNotifications)
    expect(await read()).toEqual(before)
  })
})

describe('deadlines, to the second', () => {
  it('reminds once two days before, and decides by default in its hour, answered or not', async () => {
    clock().freeze()
    const watch = () => pix.run(watchInfractionDeadlines)
    const until = async (ms: number) => {
      clock().advance(Date.parse(report().creation_time) + ms - clock().now().getTime())
      await watch()
    }
    await until(5 * DAY_MS - 1)
    expect(await pix.told(id)).toEqual(['received', 'acknowledged'])
    await answer()
    await until(5 * DAY_MS)
    await watch()
    await pix.run(closeNotifications)
    clock().resume()
    expect(await stateOf()).toMatchObject({ status: 'CLOSED', client_status: 'DISAGREED', analysis_result: 'AGREED' })
    expect(report()).toMatchObject({ fraud_type: 'OTHER', analysis_details: 'Sem decisão no prazo.' })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'defaulted', 'closed'])
  })

  it('is given and sent to DICT before day 7 in every case, though the worker sleeps for up to a day at any time', async () => {
    const cases = Number(process.env['DEFAULT_CASES'] ?? 60)
    const payment = await pix.received(user)
    clock().freeze()
    const ids: string[] = []
    let seed = 20261115
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    // The latest hour that may be configured, and a worker that sleeps after every round.
    const worker = { ...pix.worker, settings: { ...pix.worker.settings, INFRACTION_DEFAULT_HOURS: 25 } }
    const awake = async () => {
      await pix.run(pollNotifications)
      await watchInfractionDeadlines.run(worker, {}, 'test')
      await pix.run(closeNotifications)
    }
    const closed = () => ids.map((each) => pix.test.simulated.world.reports.get(each)!).filter(isClosed)
    while (closed().length < cases) {
      for (let n = 0; ids.length < cases && n < cases / 10; n += 1) {
        ids.push(pix.report(payment))
        clock().advance(Math.floor(random() * 20_000))
      }
      await awake()
      clock().advance(Math.floor(random() * DAY_MS))
      await awake()
    }
    clock().resume()
    // Measured with DICT's clock: from the report to the verdict that DICT received.
    const hours = closed().map((each) => (Date.parse(each.last_modified) - Date.parse(each.creation_time)) / 3_600_000)
    if (process.env['DEFAULT_CASES']) {
      const [earliest_hours, latest_hours] = [Math.min(...hours), Math.max(...hours)].map((each) => each.toFixed(1))
      const late = hours.filter((each) => each >= 168).length
      process.stdout.write(`${JSON.stringify({ cases: hours.length, late, earliest_hours, latest_hours })}\n`)
    }
    expect(hours.filter((each) => each >= 168)).toEqual([])
  }, 600_000)
})

const isClosed = ({ status }: { status: string }) => status === 'CLOSED'

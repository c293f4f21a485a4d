import { randomUUID } from 'node:crypto'
import type { DictReport, DictTransaction, Recovery } from '@eclusa/simulators/dict/state.ts'
import { sampleDeposit, sampleDevolutionReceived, samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestDict, FIRST, OURS, pay, payOn } from '@eclusa/testing/dict.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createInstitution, type TestingInstitution } from '@eclusa/testing/institution.ts'
import { expect } from 'vitest'

const RECOVERIES = '/v1/pix/fund-recovery-requests'
const NOTIFICATIONS = '/v1/pix/compliance/infraction-notifications'
const REFUNDS = '/v1/pix/refund-requests'
export const [ROOT, ONWARD] = [1_000_00, 600_00]

type TwoParticipantsView = Record<string, unknown>

/** Two banks with this gateway each, connected only by DICT and by payments between them. */
export interface TwoBanks {
  /** The victim's bank. */
  a: TestingInstitution
  /** The bank of the mule and of the later accounts. */
  b: TestingInstitution
  /** Advances time: DICT's clock by minutes, and every job of both banks once per minute. */
  minutes(count: number): Promise<void>
  days(count: number): Promise<void>
  /** A client of A pays a mule at B, who sends most of it to another client of B. */
  swindle(): Promise<Swindle>
  close(): Promise<void>
}

export interface Swindle {
  victim: TestUser
  mule: TestUser
  end: TestUser
  /** The id of the victim's request at A, once DICT has opened a report for each layer. */
  contest(): Promise<string>
  cancel(): Promise<void>
  /** The victim's view at A. */
  request(): Promise<TwoParticipantsView>
  /** The view of B's client: the report, and the refund request. */
  notification(of: TestUser): Promise<TwoParticipantsView>
  refund(of: TestUser): Promise<TwoParticipantsView>
  answer(by: TestUser, client_status: 'AGREED' | 'DISAGREED'): Promise<void>
  decide(on: TestUser, verdict: 'AGREED' | 'DISAGREED'): Promise<void>
  /** B's core reads what to pay, pays it or a part, and reports it; A's core books the payment. */
  payBack(from: TestUser, paid_amount?: number): Promise<void>
  /** B's core reports that it returned nothing, because the account has no balance. */
  payNothing(from: TestUser): Promise<void>
  recovery(): Recovery
  /** DICT's records, one for each layer. */
  reports(): DictReport[]
  /** The returned amount at DICT, A and B, and in A's ledger, by layer: they must be equal. */
  sums(): Promise<{ dict: number; a: number; a_credited: number; b_refunds: number; b_notifications: number }>
}

export async function createTwoParticipants(): Promise<TwoBanks> {
  const dict = await createTestDict()
  const { world } = dict.simulated
  // As BACEN's text allows: a list lags five seconds behind.
  world.settings.list_lag_ms = 5_000
  const [a, b] = await Promise.all([createInstitution(dict, OURS), createInstitution(dict, FIRST)])
  const banks: TwoBanks = {
    a,
    b,
    async minutes(count) {
      for (let n = 0; n < count; n += 1) {
        world.clock.advance(60_000)
        await a.work()
        await b.work()
      }
    },
    async days(count) {
      world.clock.advance(count * 86_400_000)
      await banks.minutes(3)
    },
    async swindle() {
      const [victim, mule, end] = [await a.client(), await b.client(), await b.client()]
      const root = pay(dict.simulated, { from: OURS, to: FIRST, amount: ROOT })
      const onward = payOn(dict.simulated, root, { to: FIRST, amount: ONWARD })
      await book(a, samplePayment, victim, root)
      await book(b, sampleDeposit, mule, root)
      await book(b, samplePayment, mule, onward)
      await book(b, sampleDeposit, end, onward)
      return makeSwindle({ victim, mule, end, root })
    },
    async close() {
      await a.close()
      await b.close()
      await dict.close()
    },
  }

  /** The core reports a payment to its gateway, over the internal port. */
  async function book(bank: TestingInstitution, make: typeof samplePayment, user: TestUser, payment: DictTransaction) {
    const { id: end_to_end_id, amount } = payment
    const available = make === sampleDeposit ? { available_amount: amount } : {}
    const record = make(user, new Date(payment.settlement_time), { end_to_end_id, amount, ...available })
    expect(await bank.core('POST', '/v1/transactions', { transactions: [record] })).toMatchObject({ created: 1 })
  }

  function makeSwindle({
    victim,
    mule,
    end,
    root,
  }: Pick<Swindle, 'victim' | 'mule' | 'end'> & { root: DictTransaction }) {
    let id = ''
    const one = async (bank: TestingInstitution, as: TestUser, path: string): Promise<TwoParticipantsView> => {
      const { status, body } = await bank.call(as, 'GET', path)
      expect(status, JSON.stringify(body)).toBe(200)
      const listed = body['data'] as TwoParticipantsView[] | undefined
      if (listed) expect(listed).toHaveLength(1)
      return listed?.[0] ?? body
    }
    const refundsOfAll = () => Promise.all([mule, end].map((user) => b.call(user, 'GET', REFUNDS)))
    const swindle: Swindle = {
      victim,
      mule,
      end,
      async contest() {
        const body = { end_to_end_id: root.id, reason: 'FRAUD', fraud_reason: 'FRAUD', description: 'Golpe.' }
        const created = await a.call(victim, 'POST', RECOVERIES, body)
        expect(created.status, JSON.stringify(created.body)).toBe(201)
        id = String(created.body['id'])
        await banks.minutes(3)
        return id
      },
      async cancel() {
        const { status, body } = await a.call(victim, 'DELETE', `${RECOVERIES}/${id}/cancel?acknowledge_final=true`)
        expect(status, JSON.stringify(body)).toBe(200)
      },
      request: () => one(a, victim, `${RECOVERIES}/${id}`),
      notification: (of) => one(b, of, NOTIFICATIONS),
      refund: (of) => one(b, of, REFUNDS),
      async answer(by, client_status) {
        const { id: on } = await swindle.notification(by)
        const why = { client_status, client_analysis_details: 'É o que tenho a dizer.' }
        const fraud = client_status === 'AGREED' ? { compliance_fraud_type: 'MULE_ACCOUNT' } : {}
        const { status, body } = await b.call(by, 'POST', `${NOTIFICATIONS}/${String(on)}/answer`, { ...why, ...fraud })
        expect(status, JSON.stringify(body)).toBe(200)
      },
      async decide(on, verdict) {
        await b.decide(on, String((await swindle.notification(on))['id']), verdict)
      },
      async payBack(from, asked) {
        const { id: refund_id } = await swindle.refund(from)
        const due = await b.core('GET', `/v1/refund-requests/${String(refund_id)}`)
        const account = due['refund_account'] as TwoParticipantsView | undefined
        if (account) expect(account).toMatchObject({ participant: OURS, account_number: root.debtor.number })
        const paid_amount = asked ?? Number(due['amount'])
        const at = world.clock.now()
        const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 12)
        const end_to_end_id = `${account ? 'E' : 'D'}${FIRST}${minute}${randomUUID().replaceAll('-', '').slice(0, 11)}`
        await b.core('POST', `/v1/refund-requests/${String(refund_id)}/payments`, { paid_amount, end_to_end_id })
        const returned = samplePayment(victim, new Date(root.settlement_time), { end_to_end_id: root.id })
        const arrived = account
          ? sampleDeposit(victim, at, {
              end_to_end_id,
              amount: paid_amount,
              available_amount: paid_amount,
              purpose: 'IPRT',
            })
          : sampleDevolutionReceived(returned, at, { end_to_end_id, amount: paid_amount, devolution_code: 'FR01' })
        const { original_id: _, ...record } = arrived
        expect(await a.core('POST', '/v1/transactions', { transactions: [record] })).toMatchObject({ created: 1 })
      },
      async payNothing(from) {
        const { id: refund_id } = await swindle.refund(from)
        const none = { paid_amount: 0, rejection_reason: 'NO_BALANCE' }
        await b.core('POST', `/v1/refund-requests/${String(refund_id)}/payments`, none)
      },
      recovery: () => world.recoveries.group(root.id)[0]!,
      reports: () => world.reports.group(swindle.recovery().id),
      async sums() {
        const legs = world.refunds.group(swindle.recovery().id)
        const request = await swindle.request()
        const credited = (request['refunds'] as TwoParticipantsView[]).filter((leg) => leg['credit_transaction_id'])
        const notifications = [await swindle.notification(mule), await swindle.notification(end)]
        const refunds = (await refundsOfAll()).flatMap(({ body }) => body['data'] as TwoParticipantsView[])
        return {
          dict: sum(legs.map((leg) => leg.effective_refunded_amount ?? 0)),
          a: Number(request['refund_total_amount']),
          a_credited: sum(credited.map((leg) => Number(leg['refunded_amount']))),
          b_refunds: sum(refunds.map((refund) => Number(refund['paid_amount']))),
          b_notifications: sum(notifications.map((each) => Number(each['returned_amount']))),
        }
      },
    }
    return swindle
  }

  return banks
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The common value when all five agree. */
export const allSay = (amount: number) => ({
  dict: amount,
  a: amount,
  a_credited: amount,
  b_refunds: amount,
  b_notifications: amount,
})

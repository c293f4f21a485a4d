import { randomUUID } from 'node:crypto'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type Sandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { expect } from 'vitest'
import { until } from './wait-until.ts'

/** Two other banks of the sandbox's DICT: the first got the money from us, the second from the first. */
export const FIRST = '87654321'
export const SECOND = '33333333'

export interface RecoverySnapshot {
  id: string
  type: string
  object_id: string
  sequence: number
}

type RecoveryEnvironmentBody = Record<string, unknown>

/** A whole gateway, its DICT and a webhook receiver, with the acts of a journey. */
export interface RecoveryStage {
  /** Sends a request as the user of the sandbox. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: RecoveryEnvironmentBody }>
  /** Changes DICT's settings. */
  control(path: 'settings', body: object): Promise<unknown>
  /** Advances DICT's clock, or stops it. Returns its time. */
  clock(change: { advance_ms?: number; freeze?: true; resume?: true }): Promise<{ now: string }>
  /** A payment of 1,000.00 by the user, of which 600.00 went on to the second bank. Returns its end-to-end id. */
  pay(settled?: boolean): Promise<string>
  /** Contests a payment. Returns the id of the request. */
  contest(end_to_end_id: string): Promise<string>
  attachEvidence(id: string): Promise<void>
  /** DICT's recovery of a payment, once it has that state. */
  recoveryOf(end_to_end_id: string, status: string): Promise<RecoveryEnvironmentBody>
  /** The banks with the money analyse it. Returns which banks those were. */
  analyse(recovery: RecoveryEnvironmentBody, verdict: 'AGREED' | 'DISAGREED'): Promise<string[]>
  /** One bank returns its part. */
  sendBack(recovery: RecoveryEnvironmentBody, bank: string): Promise<void>
  /**
   * Waits until the receiver got exactly these events: each once, numbered from one without a gap, and in this order by
   * number.
   */
  hears(id: string, names: string[]): Promise<void>
  close(): Promise<void>
}

const URL_OF = '/v1/pix/fund-recovery-requests'
const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

export async function createRecoveryEnvironment(): Promise<RecoveryStage> {
  const [sandbox, sink] = await Promise.all([startSandbox(), startWebhookSink()])
  const user = sandbox.users[0]!
  const headers = { authorization: `Bearer ${user.token}` }
  const call: RecoveryStage['call'] = (method, path, body) =>
    sandbox.call(method, path, { headers, ...(body !== undefined && { body }) })
  const endpoint = await call('POST', '/v1/webhooks/endpoints', { url: `${sink.url}/recoveries` })
  expect(endpoint.status).toBe(201)

  const control = (path: string, body: unknown) => post(`${sandbox.dict.control_url}/${path}`, body)
  const state = async () =>
    (await (await fetch(`${sandbox.dict.control_url}/state`)).json()) as Record<string, Record<string, string>[]>
  const of = async (what: string, recovery: RecoveryEnvironmentBody) =>
    (await state())[what]!.filter((each) => each['funds_recovery_id'] === recovery['id'])
  const heard = (id: string) =>
    sink.heard
      .map(({ body, headers: sent }) => ({ ...(JSON.parse(body) as RecoverySnapshot), webhook_id: sent['webhook-id'] }))
      .filter(({ object_id }) => object_id === id)

  return {
    call,
    control,
    clock: async (change) => (await control('clock', change)) as { now: string },
    async pay(settled = true) {
      const { ledger, dict } = payment(sandbox, settled)
      await control('transactions', dict)
      const { url, token } = sandbox.operator
      await post(`${url}/v1/transactions`, { transactions: [ledger] }, { authorization: `Bearer ${token}` })
      return ledger.end_to_end_id
    },
    async contest(end_to_end_id) {
      const asked = { end_to_end_id, reason: 'FRAUD', fraud_reason: 'COERSION_CRIME', description: 'Assalto.' }
      const created = await call('POST', URL_OF, asked)
      expect(created).toMatchObject({ status: 201, body: { status: 'CREATED', fraud_reason: 'COERCION_CRIME' } })
      return String(created.body['id'])
    },
    async attachEvidence(id) {
      const form = new FormData()
      form.set('first_file', new File([PDF], 'boletim.pdf'))
      form.set('second_file', new File([`${PDF}% two\n`], 'conversa.pdf'))
      const sent = { method: 'PATCH', headers: { ...headers, nonce: randomUUID() }, body: form }
      const answer = await fetch(`${sandbox.base_url}${URL_OF}/${id}/files/upload`, sent)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toHaveLength(2)
    },
    recoveryOf: (end_to_end_id, status) =>
      until(`${status} at DICT`, async () =>
        (await state())['funds_recoveries']!.find(
          (each) => each['root_transaction_id'] === end_to_end_id && each['status'] === status,
        ),
      ),
    async analyse(recovery, analysis_result) {
      const reports = await of('infraction_reports', recovery)
      const verdict = { analysis_result, ...(analysis_result === 'AGREED' && { fraud_type: 'MULE_ACCOUNT' }) }
      for (const { id, counterparty_participant: bank } of reports) {
        await control(`as/${bank}/acknowledgeInfractionReport/${id}`, {})
        await control(`as/${bank}/closeInfractionReport/${id}`, verdict)
      }
      return reports.map((each) => each['counterparty_participant']!).toSorted()
    },
    async sendBack(recovery, bank) {
      const refund = (await of('refunds', recovery)).find((each) => each['contested_participant'] === bank)!
      await control(`as/${bank}/closeRefund/${refund['id']}`, {
        refund_analysis_result: 'TOTALLY_ACCEPTED',
        // From a later layer it is a payment to the account the money first left, and not a return.
        refund_transaction_id: endToEndId(refund['refund_account'] ? 'E' : 'D', bank, new Date()),
        effective_refunded_amount: (Number(refund['refund_amount']) / 100).toFixed(2),
      })
    },
    async hears(id, names) {
      await until(`the webhook ${names.at(-1)}`, async () => heard(id).length >= names.length)
      const told = heard(id).toSorted((a, b) => a.sequence - b.sequence)
      expect(told.map(({ type }) => type)).toEqual(names.map((name) => `pix.fund_recovery_request.${name}`))
      expect(told.map(({ sequence }) => sequence)).toEqual(names.map((_, at) => at + 1))
      expect(new Set(told.map(({ webhook_id }) => webhook_id)).size).toBe(names.length)
      expect(told.every(({ id: event_id, webhook_id }) => event_id === webhook_id)).toBe(true)
    },
    async close() {
      await sandbox.stop()
      await sink.close()
    },
  }
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sent = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.status, `${url}: ${text}`).toBeLessThan(300)
  return JSON.parse(text)
}

const endToEndId = (kind: 'E' | 'D', ispb: string, at: Date) =>
  `${kind}${ispb}${at.toISOString().replace(/\D/g, '').slice(0, 12)}${randomUUID().replaceAll('-', '').slice(0, 11)}`

/** The same payment in the ledger's report and in DICT. */
function payment({ dict: { participant }, users }: Sandbox, settled: boolean) {
  const at = new Date(Date.now() - 3_600_000)
  const moment = at.toISOString()
  const end_to_end_id = endToEndId('E', participant, at)
  const account = (bank: string) => ({ participant: bank, number: end_to_end_id, person_type: 'NATURAL_PERSON' })
  const [payer, mule, end] = [account(participant), account(FIRST), account(SECOND)]
  const first = { id: end_to_end_id, debtor: payer, creditor: mule, amount: 100_000 }
  const second = { id: endToEndId('E', FIRST, at), debtor: mule, creditor: end, amount: 60_000 }
  const { user_id, wallet_id } = users[0]!
  const ledger = {
    user_id,
    wallet_id,
    id: randomUUID(),
    type: 'PAYMENT',
    status: 'CONFIRMED',
    amount: 100_000,
    end_to_end_id,
    payment_date: moment,
    created_at: moment,
    updated_at: moment,
  }
  return { ledger, dict: [first, second].map((each) => ({ ...each, settlement_time: moment, settled })) }
}

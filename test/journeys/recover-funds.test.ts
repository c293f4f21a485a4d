import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox } from './sandbox.ts'
import { until } from './until.ts'

/** Over HTTP, mutual TLS and signed XML, with running processes: a payment is contested, and the money comes back. */
let sandbox: RunningSandbox
const heard: { id: string; type: string; object_id: string; sequence: number }[] = []
const ear = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    heard.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof heard)[0])
    response.end()
  })
})

beforeAll(async () => {
  sandbox = await startSandbox()
  await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await sandbox.stop()
  ear.close()
})

const FIRST = '87654321'
const SECOND = '33333333'
const URL_OF = '/v1/pix/fund-recovery-requests'
type Body = Record<string, unknown>

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Body> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(answer.status, url).toBeLessThan(300)
  return (await answer.json()) as Body
}
const control = (path: string, body: unknown) => post(`${sandbox.dict.control_url}/${path}`, body)
const state = async () =>
  (await (await fetch(`${sandbox.dict.control_url}/state`)).json()) as Record<string, Record<string, string>[]>
const endToEndId = (ispb: string, at: Date) =>
  `E${ispb}${at.toISOString().replace(/\D/g, '').slice(0, 12)}${randomUUID().replaceAll('-', '').slice(0, 11)}`

/** A payment of this user, and what became of half of it, told to the ledger's port and to DICT. */
async function pay({ user_id, wallet_id }: { user_id: string; wallet_id: string }): Promise<string> {
  const at = new Date(Date.now() - 3_600_000)
  const id = endToEndId(sandbox.dict.participant, at)
  const account = (participant: string, number: string) => ({ participant, number, person_type: 'NATURAL_PERSON' })
  const [payer, mule, end] = [account(sandbox.dict.participant, '1'), account(FIRST, id), account(SECOND, id)]
  const settled = { settlement_time: at.toISOString(), settled: true }
  const onward = { id: endToEndId(FIRST, at), debtor: mule, creditor: end, amount: 60_000, ...settled }
  await control('transactions', [{ id, debtor: payer, creditor: mule, amount: 100_000, ...settled }, onward])
  const moment = at.toISOString()
  const record = {
    user_id,
    wallet_id,
    id: randomUUID(),
    type: 'PAYMENT',
    status: 'CONFIRMED',
    amount: 100_000,
    end_to_end_id: id,
    payment_date: moment,
    created_at: moment,
    updated_at: moment,
  }
  const { url, token } = sandbox.operator
  await post(`${url}/v1/transactions`, { transactions: [record] }, { authorization: `Bearer ${token}` })
  return id
}

it('a payment is contested with evidence, followed over two banks, and its money comes back', async () => {
  const user = sandbox.users[0]!
  const headers = { authorization: `Bearer ${user.token}` }
  const call = async (method: string, path: string, body?: unknown) =>
    (await sandbox.call(method, path, { headers, ...(body !== undefined && { body }) })).body
  const { port } = ear.address() as AddressInfo
  await call('POST', '/v1/webhooks/endpoints', { url: `http://127.0.0.1:${port}/` })

  const end_to_end_id = await pay(user)
  const asked = { end_to_end_id, reason: 'FRAUD', fraud_reason: 'COERSION_CRIME', description: 'Assalto.' }
  const { id, fraud_reason } = (await call('POST', URL_OF, asked)) as { id: string; fraud_reason: string }
  expect(fraud_reason).toBe('COERCION_CRIME')
  const form = new FormData()
  const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
  form.set('first_file', new File([pdf], 'boletim.pdf'))
  form.set('second_file', new File([`${pdf}% two\n`], 'conversa.pdf'))
  const evidence = await fetch(`${sandbox.base_url}${URL_OF}/${id}/files/upload`, {
    method: 'PATCH',
    headers: { ...headers, nonce: randomUUID() },
    body: form,
  })
  expect(evidence.status).toBe(200)
  expect(await evidence.json()).toHaveLength(2)

  const recovery = await until('AWAITING_ANALYSIS', async () =>
    (await state())['funds_recoveries']!.find(
      (each) => each['root_transaction_id'] === end_to_end_id && each['status'] === 'AWAITING_ANALYSIS',
    ),
  )
  const reports = (await state())['infraction_reports']!.filter((each) => each['funds_recovery_id'] === recovery['id'])
  expect(reports.map((each) => each['counterparty_participant']).toSorted()).toEqual([SECOND, FIRST])
  for (const { id: report, counterparty_participant: bank } of reports) {
    await control(`as/${bank}/acknowledgeInfractionReport/${report}`, {})
    const verdict = { analysis_result: 'AGREED', fraud_type: 'MULE_ACCOUNT' }
    await control(`as/${bank}/closeInfractionReport/${report}`, verdict)
  }
  await until(
    'WAITING_DEVOLUTION',
    async () => (await call('GET', `${URL_OF}/${id}`))['status'] === 'WAITING_DEVOLUTION',
  )
  for (const refund of (await state())['refunds']!.filter((each) => each['funds_recovery_id'] === recovery['id'])) {
    await control(`as/${refund['contested_participant']}/closeRefund/${refund['id']}`, {
      refund_analysis_result: 'TOTALLY_ACCEPTED',
      refund_transaction_id: endToEndId(refund['contested_participant']!, new Date()).replace('E', 'D'),
      effective_refunded_amount: (Number(refund['refund_amount']) / 100).toFixed(2),
    })
  }
  const ended = await until('the end', async () => {
    const request = await call('GET', `${URL_OF}/${id}`)
    return request['status'] === 'COMPLETED_APPROVED' && request
  })
  expect(ended).toMatchObject({ refund_total_amount: 100_000, tracking: { participants: 3, transactions: 2 } })

  const way = ['created', 'evidence_attached', 'submitted', 'tracked', 'analysis_requested', 'analysed']
  const expected = [...way, 'refund_requested', 'completed_approved']
  const told = () => heard.filter(({ object_id }) => object_id === id).toSorted((a, b) => a.sequence - b.sequence)
  // The order of the evidence among the first three depends on how fast the worker was.
  await until(
    'every webhook',
    async () => told().filter(({ type }) => type.endsWith('completed_approved')).length === 1,
  )
  const names = told().map(({ type }) => type.split('.').at(-1)!)
  expect(names.toSorted()).toEqual(expected.toSorted())
  expect(names.filter((name) => name !== 'refund_received' && name !== 'evidence_attached')).toEqual(
    expected.filter((name) => name !== 'evidence_attached'),
  )
  expect(new Set(heard.map((event) => event.id)).size).toBe(heard.length)
}, 120_000)

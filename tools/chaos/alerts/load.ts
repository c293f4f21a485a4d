import { createHash, randomUUID } from 'node:crypto'
import { dayInSaoPaulo } from '@eclusa/gateway/src/platform/clock.ts'
import { daysAfter } from '@eclusa/simulators/billet-registry/charges.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'

export interface AlertAccount {
  client_id: string
  account_id: string
}

interface AlertLoadRequest {
  url: string
  token: string
  accounts: AlertAccount[]
}

/** Responses by operation: `changes 200`, and `uploads 503`. */
export type Tally = Map<string, number>

/** Longer than any timeout of the gateway. */
const ANSWER_MS = 60_000

/** The usual load of a gateway, a few of each per second: changes, lists, billets and files. */
export function startLoad({ url, token, accounts }: AlertLoadRequest): { tally: Tally; stop(): Promise<void> } {
  const tally: Tally = new Map()
  const underWay = new Set<Promise<void>>()
  let sent = 0

  async function ask(kind: string, path: string, method = 'GET', body?: object): Promise<Response | undefined> {
    const headers = { authorization: `Bearer ${token}`, nonce: randomUUID() }
    const init = body
      ? { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { method, headers }
    return count(kind, fetch(url + path, { ...init, signal: AbortSignal.timeout(ANSWER_MS) }))
  }
  async function count(kind: string, asked: Promise<Response>): Promise<Response | undefined> {
    const answer = await asked.catch(() => undefined)
    const how = `${kind} ${answer?.status ?? 'no answer'}`
    tally.set(how, (tally.get(how) ?? 0) + 1)
    if (answer?.ok) return answer
    await answer?.arrayBuffer().catch(() => {})
    return undefined
  }

  const change = async () => {
    const n = (sent += 1)
    const { client_id, account_id } = accounts[n % accounts.length]!
    const path = `/v1/crossborder/clients/${client_id}/accounts/${account_id}`
    const answer = await ask('changes', path, 'PATCH', { nickname: randomUUID(), account_number: `${10_000_000 + n}` })
    await answer?.arrayBuffer()
  }
  const list = async () => void (await (await ask('lists', '/v1/crossborder/clients?page_size=5'))?.arrayBuffer())
  const decode = async () => {
    const due_date = daysAfter(dayInSaoPaulo(new Date()), 30)
    const { line } = sampleBankSlip({ due_date, amount: 100_000 + (sent += 1) })
    const answer = await ask('billets', '/v1/banking/billet-payments/decode', 'POST', { typeable_line: line })
    await answer?.arrayBuffer()
  }
  const upload = async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${randomUUID()}\n%%EOF\n`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { file_type: 'OTHERS', file_name: 'drill.pdf', size: bytes.length, sha256 }
    const begun = await ask('uploads', '/v1/storage/upload', 'POST', file)
    if (!begun) return
    const to = (await begun.json()) as { url: string; headers: Record<string, string>; file_id: string }
    const put = fetch(to.url, {
      method: 'PUT',
      headers: to.headers,
      body: bytes,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await (await count('bytes', put))?.arrayBuffer()
    await (await ask('confirmations', `/v1/storage/upload/${to.file_id}/confirm`, 'POST'))?.arrayBuffer()
  }

  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      const doing = work()
        .catch(() => {})
        .finally(() => underWay.delete(doing))
      underWay.add(doing)
    }, ms)
  const timers = [every(200, change), every(500, list), every(500, decode), every(1_000, upload)]
  return {
    tally,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

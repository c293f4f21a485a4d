import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededUser } from '@eclusa/simulators/seed.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import type { WrittenEntry } from './ledger.ts'

/** Closed-loop writers, and their pauses. */
const [WRITERS, WRITE_MS] = [12, 400]
const [UPLOADERS, UPLOAD_MS] = [2, 500]

export interface Load {
  ledger: WrittenEntry[]
  /** The last value of each account by every write, by the write's effect. */
  said: Map<string, { account_id: string; nickname: string }>
  /** The path of an account. */
  paths: Map<string, string>
  failed: string[]
  stop(): Promise<void>
}

/** The responses of the operations called here, each with some of these members. */
interface LoadResponse {
  id: string
  file_id: string
  url: string
  headers: Record<string, string>
}

/** Callers that change accounts and upload files. Each acknowledged write goes into the ledger. */
export async function startLoad(url: string, { api_key }: SeededUser): Promise<Load> {
  const load: Omit<Load, 'stop'> = { ledger: [], said: new Map(), paths: new Map(), failed: [] }
  const over = new AbortController()

  /** The response, with the times before and after it; undefined for a rejection. */
  async function ask(method: string, path: string, body?: object) {
    const asked = Date.now()
    const headers = { 'x-api-key': api_key, nonce: randomUUID(), ...(body && { 'content-type': 'application/json' }) }
    try {
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      // Milliseconds are rounded down: a response within one came before its end.
      const acknowledged = Date.now() + 1
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
      const request_id = answer.headers.get('x-request-id')!
      return { asked, acknowledged, request_id, answered: JSON.parse(text) as LoadResponse }
    } catch (error) {
      load.failed.push(`${method} ${path}: ${(error as Error).message}`)
      return undefined
    }
  }

  async function makeAccount(n: number): Promise<{ id: string; path: string }> {
    const person = { ...shown('createClient'), document: `P${7_000_000 + n}` }
    const client = await ask('POST', '/v1/crossborder/clients', person)
    const accounts = `/v1/crossborder/clients/${client?.answered.id}/accounts`
    const account = await ask('POST', accounts, shown('createAccount'))
    if (!account) throw new Error(`no account to write to: ${load.failed.join('; ')}`)
    return { id: account.answered.id, path: `${accounts}/${account.answered.id}` }
  }

  async function change(account_id: string, path: string, account_number: number): Promise<void> {
    const nickname = randomUUID()
    const done = await ask('PATCH', path, { nickname, account_number: String(account_number) })
    if (!done) return
    const leaves = `change ${done.request_id}`
    load.said.set(leaves, { account_id, nickname })
    load.ledger.push({ leaves, asked: done.asked, acknowledged: done.acknowledged })
  }

  async function upload(): Promise<void> {
    const bytes = Buffer.from(`%PDF-1.4\n${randomUUID()}\n%%EOF\n`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const told = { file_type: 'OTHERS', file_name: 'drill.pdf', size: bytes.length, sha256 }
    const begun = await ask('POST', '/v1/storage/upload', told)
    if (!begun) return
    const { file_id, url: address, headers } = begun.answered
    load.ledger.push({ leaves: `begun ${file_id}`, asked: begun.asked, acknowledged: begun.acknowledged })
    const put = await fetch(address, { method: 'PUT', headers, body: bytes }).catch(() => undefined)
    if (!put?.ok) return void load.failed.push(`PUT of bytes: ${put?.status}`)
    await put.arrayBuffer()
    const kept = await ask('POST', `/v1/storage/upload/${file_id}/confirm`)
    if (!kept) return
    load.ledger.push({ leaves: `kept ${file_id}`, asked: kept.asked, acknowledged: kept.acknowledged })
  }

  async function repeat(everyMs: number, work: (n: number) => Promise<void>): Promise<void> {
    for (let n = 1; !over.signal.aborted; n += 1) {
      await work(n)
      await pause(everyMs)
    }
  }

  const accounts = await Promise.all(Array.from({ length: WRITERS }, (_, n) => makeAccount(n)))
  for (const { id, path } of accounts) load.paths.set(id, path)
  const callers = [
    ...accounts.map(({ id, path }, caller) =>
      repeat(WRITE_MS, (n) => change(id, path, 10_000_000 + n * WRITERS + caller)),
    ),
    ...Array.from({ length: UPLOADERS }, () => repeat(UPLOAD_MS, upload)),
  ]
  return {
    ...load,
    async stop() {
      over.abort()
      await Promise.all(callers)
    },
  }
}

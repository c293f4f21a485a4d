import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededUser } from '@eclusa/simulators/seed.ts'
import { startPace } from '@eclusa/testing/processes/gateway-environment.ts'

/** The continuous load: its operations and rates, and its failures. */
export interface Tally {
  asked: Record<string, number>
  failed: Record<string, number>
  first: string[]
}

interface RotationRequest {
  url: string
  user: SeededUser
  token: string
  accounts: { client_id: string; account_id: string }[]
  /** The current link of a liveness check. */
  link: () => string
}

/** How long after its creation an object is used: long enough to come from a process of an earlier step. */
const LATER_MS = 4_000

const json = (body: object) => ({ body: JSON.stringify(body), type: { 'content-type': 'application/json' } })

export function startLoad({ url, user, token, accounts, link }: RotationRequest, perSecond: number) {
  const tally: Tally = { asked: {}, failed: {}, first: [] }
  const underWay = new Set<Promise<void>>()
  let sent = 0

  const byToken = () => ({ authorization: `Bearer ${token}`, nonce: randomUUID() })
  const byKey = () => ({ 'x-api-key': user.api_key, nonce: randomUUID() })
  async function ask(kind: string, status: number, address: string, init: RequestInit): Promise<Response | undefined> {
    tally.asked[kind] = (tally.asked[kind] ?? 0) + 1
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(60_000) }).catch((error: Error) => error)
    if (answer instanceof Response && answer.status === status) return answer
    tally.failed[kind] = (tally.failed[kind] ?? 0) + 1
    const why = answer instanceof Response ? `${answer.status} ${await answer.text()}` : String(answer.cause ?? answer)
    if (tally.first.length < 10)
      tally.first.push(`${new Date().toISOString()} ${kind}: ${why.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
    return undefined
  }

  async function change(): Promise<void> {
    const n = (sent += 1)
    const { client_id, account_id } = accounts[n % accounts.length]!
    // Every tenth needs verification by a job, which changes the account once more.
    const number = n % 10 === 0 ? { account_number: String(10_000_000 + n) } : {}
    const { body, type } = json({ nickname: randomUUID(), ...number })
    const headers = { ...(n % 2 ? byToken() : byKey()), ...type }
    const address = `${url}/v1/crossborder/clients/${client_id}/accounts/${account_id}`
    const answer = await ask(n % 2 ? 'changes by token' : 'changes by key', 200, address, {
      method: 'PATCH',
      headers,
      body,
    })
    await answer?.arrayBuffer()
  }

  async function turnPages(): Promise<void> {
    const list = `${url}/v1/crossborder/clients?page_size=1`
    const first = await ask('first pages', 200, list, { headers: byKey() })
    const { page_state } = ((await first?.json()) ?? {}) as { page_state?: string }
    await pause(LATER_MS)
    if (page_state)
      await (await ask('next pages', 200, `${list}&page_state=${page_state}`, { headers: byKey() }))?.text()
  }

  async function upload(): Promise<void> {
    const bytes = Buffer.from(`%PDF-1.4\n${randomUUID()}\n%%EOF\n`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { body, type } = json({ file_type: 'OTHERS', file_name: 'drill.pdf', size: bytes.length, sha256 })
    const begun = await ask('uploads begun', 201, `${url}/v1/storage/upload`, {
      method: 'POST',
      headers: { ...byToken(), ...type },
      body,
    })
    if (!begun) return
    const to = (await begun.json()) as { url: string; headers: Record<string, string>; file_id: string }
    await pause(LATER_MS)
    const put = await ask('bytes put', 200, to.url, { method: 'PUT', headers: to.headers, body: bytes })
    if (!put) return
    const confirmed = await ask('uploads confirmed', 200, `${url}/v1/storage/upload/${to.file_id}/confirm`, {
      method: 'POST',
      headers: byToken(),
    })
    if (!confirmed) return
    const given = await ask('addresses', 200, `${url}/v2/storage/files/${to.file_id}/url`, { headers: byToken() })
    const { url: address } = ((await given?.json()) ?? {}) as { url?: string }
    await pause(LATER_MS)
    if (address) await (await ask('bytes got', 200, address, {}))?.arrayBuffer()
  }

  const openLink = async () => void (await (await ask('links opened', 200, link(), {}))?.text())

  const aSecond = (times: number, work: () => Promise<void>) =>
    startPace(times, () => {
      const doing = work().finally(() => underWay.delete(doing))
      underWay.add(doing)
    })
  const paces = [aSecond(perSecond, change), aSecond(2, turnPages), aSecond(2, upload), aSecond(5, openLink)]
  return {
    tally,
    async stop(): Promise<Tally> {
      for (const stop of paces) stop()
      while (underWay.size > 0) await Promise.all(underWay)
      return tally
    },
  }
}

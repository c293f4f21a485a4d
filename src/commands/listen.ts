import { setTimeout as pause } from 'node:timers/promises'
import { makeSecret, readSecret, sign, spellSecret } from '../events/signature.ts'
import { callGateway } from './gateway.ts'

const POLL_MS = 1_000
/** How far each look reaches back: a transaction that began earlier may commit later. What was seen is not sent twice. */
const OVERLAP_MS = 30_000
const FORWARD_TIMEOUT_MS = 10_000

interface Listening {
  forwardTo: string
  secret?: string
  type?: string
  signal: AbortSignal
  say: (line: string) => void
}

type Event = { id: string; type: string; created_at: string }

/** Pulls events as they happen and hands each to a local program, signed as a webhook is. Until the signal. */
export async function forwardEvents({ forwardTo, secret, type, signal, say }: Listening): Promise<void> {
  const key = secret ? readSecret(secret) : makeSecret()
  const started = Date.now()
  const seen = new Map<string, number>()
  say(`forwarding to ${forwardTo}, signed with ${spellSecret(key)}`)

  while (!signal.aborted) {
    const from = Math.max(started, Date.now() - OVERLAP_MS)
    for await (const event of eventsSince(new Date(from), type)) {
      if (seen.has(event.id)) continue
      seen.set(event.id, Date.parse(event.created_at))
      say(`${event.created_at}  ${event.type}  ${event.id}  ${await forward(forwardTo, event, key)}`)
    }
    for (const [id, at] of seen) if (at < from - OVERLAP_MS) seen.delete(id)
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function* eventsSince(from: Date, type: string | undefined): AsyncGenerator<Event> {
  const query = new URLSearchParams({ order: 'asc', page_size: '100', created_from: from.toISOString() })
  if (type) query.set('type', type)
  for (;;) {
    const page = await callGateway('GET', `/v1/events?${query}`)
    yield* page['data'] as Event[]
    if (!page['has_next_page']) return
    query.set('page_state', String(page['page_state']))
  }
}

async function forward(url: string, event: Event, key: Buffer): Promise<string> {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...sign(event.id, new Date(), body, [key]) }
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    })
    return String(status)
  } catch (error) {
    return `no answer (${(error as Error).name})`
  }
}

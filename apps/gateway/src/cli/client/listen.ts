import type { EclusaClient } from '@eclusa/client/src/index.ts'
import { makeSecret, readSecret, sign, spellSecret } from '../../events/signature.ts'
import { Misunderstood } from './error-messages.ts'
import { type Following, follow, type Item } from './follow.ts'
import { EVENTS_OVERLAP_MS, eventLine } from './tails.ts'

const FORWARD_TIMEOUT_MS = 10_000

interface ListenOptions extends Pick<Following, 'since' | 'signal' | 'say'> {
  forwardTo: string
  /** Whether another machine is allowed. */
  anywhere?: boolean
  secret?: string
  query: object
}

/** Polls events and forwards each to a local program, signed like a webhook, until the signal. */
export async function forwardEvents(client: EclusaClient, listening: ListenOptions): Promise<void> {
  const { forwardTo, anywhere, secret, say, ...rest } = listening
  if (!anywhere && !isHere(forwardTo))
    throw new Misunderstood(`${forwardTo} is not of this machine: events are business of yours. --anywhere allows it`)
  const key = secret ? readSecret(secret) : makeSecret()
  const events = follow(client, {
    ...rest,
    list: 'listEvents',
    from: 'created_from',
    overlapMs: EVENTS_OVERLAP_MS,
    ready: () => say(`forwarding to ${forwardTo}, signed with ${spellSecret(key)}`),
    say,
  })
  for await (const event of events) say(`${eventLine(event)}  ${await forward(forwardTo, event, key)}`)
}

/** RFC 6761: names that end with localhost belong to this machine. */
function isHere(address: string): boolean {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Misunderstood('--forward-to takes an address such as http://localhost:3000/hook')
  const { hostname } = new URL(address)
  return /(^|\.)localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname)
}

async function forward(url: string, event: Item, key: Buffer): Promise<string> {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...sign(event.id, new Date(), body, [key]) }
  const sent = { method: 'POST', headers, body, redirect: 'manual' } as const
  try {
    const { status } = await fetch(url, { ...sent, signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS) })
    return String(status)
  } catch (error) {
    return `no answer (${(error as Error).name})`
  }
}

import { createHash } from 'node:crypto'
import { headersOf } from '@eclusa/testing/processes/gateway-environment.ts'
import {
  type FaultInjectionWork,
  isError,
  type Log,
  type LoggedResponse,
  outcomeOf,
  type RecordedRequest,
} from './log.ts'
import type { Meant } from './plan.ts'

/** Longer than any timeout of the gateway: no response comes after this. */
export const PATIENCE_MS = 45_000

export interface SendAddress {
  work: FaultInjectionWork
  method: string
  path: string
  subject: string
}

/** The response, with all its details. */
export interface Got extends Omit<LoggedResponse, 'op' | 'at'> {
  told: Record<string, unknown>
}

export interface Sender {
  /** Sends it for the first time, or again. */
  send: (address: SendAddress, request: Meant, turn: number) => Promise<Got>
  /** Requests with an unknown result: how to repeat each. */
  open: Map<string, () => Promise<Got>>
  /** The time of the last failure other than a ledger's. */
  failedAt: () => number
  /** Logs requests and responses sent in another way. */
  logged: (asked: Omit<RecordedRequest, 'op' | 'at'>, ask: () => Promise<Got>) => Promise<Got>
}

/** Every request is logged before it is sent, and its response when it has come. */
export function createSender(url: string, credential: string, log: Log): Sender {
  let [ops, failedAt] = [0, 0]
  const open: Sender['open'] = new Map()

  async function logged(asked: Omit<RecordedRequest, 'op' | 'at'>, toAsk: () => Promise<Got>): Promise<Got> {
    const op = (ops += 1)
    log.ask({ op, at: Date.now(), ...asked })
    const got = await toAsk()
    const { told: _, ...answered } = got
    log.end({ op, at: Date.now(), ...answered })
    if (isError(outcomeOf(got)) && asked.work !== 'ingestTransactions') failedAt = Date.now()
    return got
  }

  async function send(address: SendAddress, request: Meant, turn: number): Promise<Got> {
    const { schema, transaction_uuid } = request
    const { work, subject, method, path } = address
    const body = request.body && JSON.stringify(request.body)
    const asked: Omit<RecordedRequest, 'op' | 'at'> = {
      work,
      subject,
      class: classOf(address, request, body),
      schema: schema ?? 'absent',
      nonce: turn > 0 && request.otherNonce ? derived(`${request.nonce} ${turn}`) : request.nonce,
      transaction_uuid,
      body_hash: sha256(body ?? ''),
      leaves: request.body?.['nickname'] as string | undefined,
    }
    const headers = {
      ...headersOf(credential),
      nonce: asked.nonce,
      ...(schema && { 'x-include-replay-protection-schema': schema }),
      ...(transaction_uuid && { 'x-transaction-uuid': transaction_uuid }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const got = await logged(asked, () => ask(url + path, { method, headers, ...(body && { body }) }))
    const outcome = outcomeOf(got)
    if (outcome === 'unknown') open.set(asked.class, () => send(address, request, turn + 1))
    // A rejection of this attempt says nothing about the previous one, whose result is unknown.
    else if (outcome !== 'failed') open.delete(asked.class)
    return got
  }
  return { send, open, logged, failedAt: () => failedAt }
}

/** The values every schema compares, and those of this one. */
function classOf({ method, path }: SendAddress, { schema, nonce, transaction_uuid }: Meant, body = ''): string {
  const compared = {
    nonce: schema?.includes('nonce') && nonce,
    transaction_uuid: schema?.includes('x-transaction-uuid') && transaction_uuid,
  }
  return sha256(JSON.stringify({ method, path, body, schema, ...compared })).slice(0, 24)
}

export async function ask(address: string, init: RequestInit): Promise<Got> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await response.text()
    // A proxy's response may not be JSON.
    const told = (text.startsWith('{') ? JSON.parse(text) : {}) as Got['told']
    const [code, first_request_id] = [told['code'], told['first_request_id']] as (string | undefined)[]
    const request_id = response.headers.get('x-request-id') ?? undefined
    return { status: response.status, code, request_id, first_request_id, told }
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).name
    return { status: 'unknown', code, told: {} }
  }
}

/** A UUID derived from the seed. */
export function derived(from: string): string {
  const hash = sha256(from)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

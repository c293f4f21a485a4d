import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The intended operation of a caller, by name. */
export type Work =
  | 'updateAccount'
  | 'createClient'
  | 'createUpload'
  | 'putObject'
  | 'confirmUpload'
  | 'createFundRecoveryRequest'
  | 'ingestTransactions'

export const schemas = [undefined, 'nonce', 'x-transaction-uuid', 'nonce&x-transaction-uuid'] as const
export type Schema = (typeof schemas)[number]

/** Logged before sending: a request that dies on the way still counts as sent. */
export interface Asked {
  op: number
  at: number
  work: Work
  /** Its subject: an account, the mail address of a new client, the hash of bytes, a file, a payment, a batch. */
  subject: string
  /** The values compared by the chosen schema, hashed: two requests with the same hash are the same request. */
  class: string
  schema: Exclude<Schema, undefined> | 'absent'
  nonce: string
  transaction_uuid?: string | undefined
  body_hash: string
  /** The account's name when this was the last change. */
  leaves?: string | undefined
  /** The number of records in it. */
  records?: number | undefined
}

/** Logged with the response, or when none can come any more. */
export interface Answered {
  op: number
  at: number
  status: number | 'unknown'
  code?: string | undefined
  request_id?: string | undefined
  /** Of a rejected repeat: the request that took effect before. */
  first_request_id?: string | undefined
  /** Of a batch: how many of its records this request stored, and how many were rejected. */
  created?: number | undefined
  refused?: number | undefined
}

export type Entry = Asked & { answered: Omit<Answered, 'op'> }

/** The generator's own log, against which everything is checked: JSON lines of requests and responses. */
export interface Log {
  ask(asked: Asked): void
  end(answered: Answered): void
  close(): void
}

export function openLog(file: string): Log {
  const log = openSync(file, 'a')
  const append = (line: object) => void writeSync(log, `${JSON.stringify(line)}\n`)
  return { ask: append, end: append, close: () => closeSync(log) }
}

/** The requests in order, each with its end. One without a second line has an unknown result. */
export function readLog(file: string): Entry[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const entries = new Map<number, Entry>()
  for (const line of lines.map((text) => JSON.parse(text) as Asked | Answered)) {
    if ('work' in line) entries.set(line.op, { ...line, answered: { at: line.at, status: 'unknown' } })
    else Object.assign(entries.get(line.op)!, { answered: line })
  }
  return [...entries.values()]
}

/** From the gateway when it cannot tell, or from a proxy that does not know the result. */
const undecided = new Set(['OUTCOME_UNKNOWN', 'TRANSACTION_INGEST_UNFINISHED', 'INTERNAL_ERROR', undefined])

const TOO_MANY = 429

export type Outcome = 'done' | 'repeat' | 'refused' | 'failed' | 'unknown'

/** Done; rejected as a repeat; rejected as invalid; certainly not done now; or unknown. */
export function outcomeOf({ status, code }: Pick<Answered, 'status' | 'code'>): Outcome {
  if (status === 'unknown') return 'unknown'
  if (status < 300) return 'done'
  if (code === 'REPLAY') return 'repeat'
  if (undecided.has(code)) return 'unknown'
  return status < 500 && status !== TOO_MANY ? 'refused' : 'failed'
}

/** A rejected repeat counts as served, and so does a caller's mistake. */
export const isError = (outcome: Outcome): boolean => outcome === 'failed' || outcome === 'unknown'

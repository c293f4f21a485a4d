import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The intended operation of a caller, by name. */
export type FaultInjectionWork =
  | 'updateAccount'
  | 'createClient'
  | 'createUpload'
  | 'putObject'
  | 'confirmUpload'
  | 'createFundRecoveryRequest'
  | 'ingestTransactions'

export const schemas = [undefined, 'nonce', 'x-transaction-uuid', 'nonce&x-transaction-uuid'] as const
export type FaultInjectionSchema = (typeof schemas)[number]

/** Logged before sending: a request that dies on the way still counts as sent. */
export interface RecordedRequest {
  op: number
  at: number
  work: FaultInjectionWork
  /** Its subject: an account, the mail address of a new client, the hash of bytes, a file, a payment, a batch. */
  subject: string
  /** The values compared by the chosen schema, hashed: two requests with the same hash are the same request. */
  class: string
  schema: Exclude<FaultInjectionSchema, undefined> | 'absent'
  nonce: string
  transaction_uuid?: string | undefined
  body_hash: string
  /** The account's name when this was the last change. */
  leaves?: string | undefined
  /** The number of records in it. */
  records?: number | undefined
}

/** Logged with the response, or when none can come any more. */
export interface LoggedResponse {
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

export type FaultInjectionEntry = RecordedRequest & { answered: Omit<LoggedResponse, 'op'> }

/** The generator's own log, against which everything is checked: JSON lines of requests and responses. */
export interface Log {
  ask(asked: RecordedRequest): void
  end(answered: LoggedResponse): void
  close(): void
}

export function openLog(file: string): Log {
  const log = openSync(file, 'a')
  const append = (line: object) => void writeSync(log, `${JSON.stringify(line)}\n`)
  return { ask: append, end: append, close: () => closeSync(log) }
}

/** The requests in order, each with its end. One without a second line has an unknown result. */
export function readLog(file: string): FaultInjectionEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const entries = new Map<number, FaultInjectionEntry>()
  for (const line of lines.map((text) => JSON.parse(text) as RecordedRequest | LoggedResponse)) {
    if ('work' in line) entries.set(line.op, { ...line, answered: { at: line.at, status: 'unknown' } })
    else Object.assign(entries.get(line.op)!, { answered: line })
  }
  return [...entries.values()]
}

/** From the gateway when it cannot tell, or from a proxy that does not know the result. */
const undecided = new Set(['OUTCOME_UNKNOWN', 'TRANSACTION_INGEST_UNFINISHED', 'INTERNAL_ERROR', undefined])

const TOO_MANY = 429

export type LoggedOutcome = 'done' | 'repeat' | 'refused' | 'failed' | 'unknown'

/** Done; rejected as a repeat; rejected as invalid; certainly not done now; or unknown. */
export function outcomeOf({ status, code }: Pick<LoggedResponse, 'status' | 'code'>): LoggedOutcome {
  if (status === 'unknown') return 'unknown'
  if (status < 300) return 'done'
  if (code === 'REPLAY') return 'repeat'
  if (undecided.has(code)) return 'unknown'
  return status < 500 && status !== TOO_MANY ? 'refused' : 'failed'
}

/** A rejected repeat counts as served, and so does a caller's mistake. */
export const isError = (outcome: LoggedOutcome): boolean => outcome === 'failed' || outcome === 'unknown'

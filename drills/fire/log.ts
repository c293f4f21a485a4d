import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What a caller wants done, by the name of its operation. */
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

/** Written before anything is sent: whoever dies under a request cannot deny that it was asked. */
export interface Asked {
  op: number
  at: number
  work: Work
  /** What it is done to: an account, the mail address of a new client, the hash of bytes, a file, a payment, a batch. */
  subject: string
  /** The values that the chosen schema compares, hashed: two requests of one class are the same request. */
  class: string
  schema: Exclude<Schema, undefined> | 'absent'
  nonce: string
  transaction_uuid?: string | undefined
  body_hash: string
  /** The name that an account has when this is the last that was done to it. */
  leaves?: string | undefined
  /** How many records of a ledger are in it. */
  records?: number | undefined
}

/** Written when an answer came, or it was certain that none would. */
export interface Answered {
  op: number
  at: number
  status: number | 'unknown'
  code?: string | undefined
  request_id?: string | undefined
  /** Of a refused repeat: who took effect before it. */
  first_request_id?: string | undefined
  /** Of a batch: how many of its records were taken in by this request, and how many were refused. */
  created?: number | undefined
  refused?: number | undefined
}

export type Entry = Asked & { answered: Omit<Answered, 'op'> }

/** The generator's own record, by which everybody is judged: lines of JSON, of requests and of answers. */
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

/** What was asked, in order, each with how it ended. Of what has no second line nobody knows. */
export function readLog(file: string): Entry[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const entries = new Map<number, Entry>()
  for (const line of lines.map((text) => JSON.parse(text) as Asked | Answered)) {
    if ('work' in line) entries.set(line.op, { ...line, answered: { at: line.at, status: 'unknown' } })
    else Object.assign(entries.get(line.op)!, { answered: line })
  }
  return [...entries.values()]
}

/** Said by the gateway itself when it cannot tell, or by who stands before it and knows nothing of what became of it. */
const undecided = new Set(['OUTCOME_UNKNOWN', 'TRANSACTION_INGEST_UNFINISHED', 'INTERNAL_ERROR', undefined])

const TOO_MANY = 429

export type Outcome = 'done' | 'repeat' | 'refused' | 'failed' | 'unknown'

/** Done; refused as a repeat; refused as wrong; not done now, for certain; or nobody knows. */
export function outcomeOf({ status, code }: Pick<Answered, 'status' | 'code'>): Outcome {
  if (status === 'unknown') return 'unknown'
  if (status < 300) return 'done'
  if (code === 'REPLAY') return 'repeat'
  if (undecided.has(code)) return 'unknown'
  return status < 500 && status !== TOO_MANY ? 'refused' : 'failed'
}

/** A repeat that is refused is served, and so is a mistake of the caller. */
export const isError = (outcome: Outcome): boolean => outcome === 'failed' || outcome === 'unknown'

import type { Random } from '../random.ts'
import { type FaultInjectionSchema, schemas } from './log.ts'

/** One planned request: all its repeats are equal, except in values its schema does not compare. */
export interface Meant {
  schema: FaultInjectionSchema
  nonce: string
  /** Sent only where the schema compares it: it becomes the id of what is created. */
  transaction_uuid: string | undefined
  body: Record<string, unknown> | undefined
  /** How often it is repeated, and whether all are sent at once. */
  repeats: number
  together: boolean
  /** Whether a repeat has another nonce, where that makes no difference. */
  otherNonce: boolean
  /** Whether it is retried after a failure; some callers give up. */
  patient: boolean
}

/** The requests of one caller, in order. */
export type Thing =
  /** Changes of the account with this number; several form a sequence. */
  | { kind: 'changes'; account: number; requests: Meant[] }
  | { kind: 'client'; request: Meant }
  | { kind: 'file'; text: string; announced: Meant; confirmed: Meant }
  /** The payment of this number, which is contested once. */
  | { kind: 'contest'; payment: number; request: Meant }
  /** A ledger reports so many payments in one request. */
  | { kind: 'batch'; batch: string; records: number }

export interface Mix {
  /** Per hundred; the rest are changes. */
  clients: number
  files: number
  contests: number
  batches: number
  /** The most repeats of a request. */
  repeats: number
  /** The size of a file's padding. */
  fileBytes: number
}

/** All four schemas for every operation, some files and batches; most requests are changes. */
export const usual: Mix = { clients: 15, files: 8, contests: 5, batches: 6, repeats: 2, fileBytes: 0 }

const RECORDS = { least: 50, most: 400 }

/** Endless; the duration limits it. The same seed makes the same requests in the same order. */
export function* planThings(random: Random, mix: Mix, accounts: number): Generator<Thing> {
  for (let payment = 0; ; ) {
    const draw = random.int(100)
    if (draw < mix.clients)
      yield { kind: 'client', request: meant(random, mix, { email: `${random.uuid()}@fire.example` }) }
    else if (draw < mix.clients + mix.files) yield file(random, mix)
    else if (draw < mix.clients + mix.files + mix.contests)
      yield { kind: 'contest', payment: payment++, request: meant(random, mix, {}) }
    else if (draw < mix.clients + mix.files + mix.contests + mix.batches)
      yield { kind: 'batch', batch: random.uuid(), records: RECORDS.least + random.int(RECORDS.most - RECORDS.least) }
    else yield { kind: 'changes', account: random.int(accounts), requests: changes(random, mix) }
  }
}

function changes(random: Random, mix: Mix): Meant[] {
  const sequence = Array.from({ length: random.chance(0.2) ? 2 + random.int(3) : 1 }, () => change(random, mix))
  const [first] = sequence
  // The same once more, and on purpose: it has to pass.
  if (first?.schema && random.chance(0.3)) sequence.push(again(random, first))
  return sequence
}

function change(random: Random, mix: Mix): Meant {
  // Another number needs verification by a job.
  const moved = random.chance(0.3) && { account_number: `${digits(random)}${digits(random)}` }
  return meant(random, mix, { nickname: random.uuid(), ...moved })
}

const digits = (random: Random) => String(100_000 + random.int(900_000))

function again(random: Random, first: Meant): Meant {
  const compares = (header: string) => first.schema!.includes(header)
  return {
    ...first,
    nonce: compares('nonce') ? random.uuid() : first.nonce,
    transaction_uuid: compares('x-transaction-uuid') ? random.uuid() : undefined,
  }
}

function file(random: Random, mix: Mix): Thing {
  const text = `%PDF-1.4\n${random.uuid()}\n${'x'.repeat(mix.fileBytes)}\n%%EOF\n`
  const confirmed = { ...meant(random, mix, {}), body: undefined }
  return { kind: 'file', text, announced: meant(random, mix, {}), confirmed }
}

function meant(random: Random, { repeats }: Mix, body: Record<string, unknown>): Meant {
  const schema = random.pick(schemas)
  return {
    schema,
    nonce: random.uuid(),
    transaction_uuid: schema?.includes('x-transaction-uuid') ? random.uuid() : undefined,
    body,
    repeats: random.chance(0.4) ? random.int(repeats + 1) : 0,
    together: random.chance(0.5),
    otherNonce: random.chance(0.5) && !schema?.includes('nonce'),
    patient: random.chance(0.7),
  }
}

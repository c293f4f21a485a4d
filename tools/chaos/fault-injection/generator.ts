import { setTimeout as pause } from 'node:timers/promises'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { type Ledger, sendBatch } from './batches.ts'
import { isError, type Log, outcomeOf } from './log.ts'
import type { Meant, Thing } from './plan.ts'
import { ask, createSender, type Got, type SendAddress, type Sender, sha256 } from './send.ts'

/** The addresses of the requests, and their subjects. */
export interface Target {
  url: string
  /** A token or an API key. */
  credential: string
  accounts: { client_id: string; account_id: string }[]
  /** Payments that can be contested, by their ids in the ledger. */
  payments: string[]
  ledger: Ledger
}

/** A constant rate, with a limit of concurrent requests. */
export interface Pace {
  perSecond: number
  atOnce: number
}

export interface Generator {
  pace: Pace
  /** How many requests were begun. */
  begun(): number
  /** The time of the last 503 or missing response. */
  failedAt(): number
  stop(): Promise<void>
  /** Repeats every request with an unknown result until it has one. Returns how many never had. */
  settle(): Promise<number>
}

const AGAIN_MS = 400
const RETRIES = 5
/** More at once would be a retry storm. */
const ASKED_AGAIN = 8
const SETTLE_MS = 90_000

/** Open-loop callers at a constant rate. */
export function startGenerator(target: Target, things: Iterator<Thing>, log: Log, pace: Pace): Generator {
  const sender = createSender(target.url, target.credential, log)
  const underWay = new Set<Promise<unknown>>()
  const over = new AbortController()
  let begun = 0
  const going = (async () => {
    for (; !over.signal.aborted; await pause(1000 / pace.perSecond)) {
      if (underWay.size >= pace.atOnce) continue
      begun += 1
      const doing = play(sender, target, things.next().value as Thing).finally(() => underWay.delete(doing))
      underWay.add(doing)
    }
  })()
  return {
    pace,
    begun: () => begun,
    failedAt: sender.failedAt,
    async stop() {
      over.abort()
      await going
      await Promise.all(underWay)
    },
    async settle() {
      const { open } = sender
      for (const end = Date.now() + SETTLE_MS; open.size > 0 && Date.now() < end; await pause(AGAIN_MS))
        for (const turn of chunked([...open.values()], ASKED_AGAIN)) await Promise.all(turn.map((again) => again()))
      return open.size
    },
  }
}

const chunked = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

async function play(sender: Sender, target: Target, thing: Thing): Promise<void> {
  const toPerform = (address: SendAddress, request: Meant) => perform(sender, address, request)
  if (thing.kind === 'file') return upload(toPerform, sender, thing)
  if (thing.kind === 'batch') return void (await sendBatch(sender, target.ledger, thing))
  if (thing.kind === 'client') {
    const body = { ...shown('createClient'), ...thing.request.body }
    const subject = String(body['email'])
    await toPerform(
      { work: 'createClient', method: 'POST', path: '/v1/crossborder/clients', subject },
      { ...thing.request, body },
    )
  } else if (thing.kind === 'contest') {
    const transaction_id = target.payments[thing.payment]
    // Each payment is contested once, and their number is limited.
    if (!transaction_id) return
    const body = { ...shown('createFundRecoveryRequest'), transaction_id }
    const path = '/v1/pix/fund-recovery-requests'
    const address = { work: 'createFundRecoveryRequest', method: 'POST', path, subject: transaction_id } as const
    await toPerform(address, { ...thing.request, body })
  } else {
    const { client_id, account_id } = target.accounts[thing.account]!
    const path = `/v1/crossborder/clients/${client_id}/accounts/${account_id}`
    for (const request of thing.requests)
      await toPerform({ work: 'updateAccount', method: 'PATCH', path, subject: account_id }, request)
  }
}

/** Sends it as often as planned, and retries failures. Returns the successful response, if any. */
async function perform({ send }: Sender, address: SendAddress, request: Meant): Promise<Got | undefined> {
  const answers: Got[] = []
  const turns = Array.from({ length: request.repeats + 1 }, (_, turn) => turn)
  if (request.together) answers.push(...(await Promise.all(turns.map((turn) => send(address, request, turn)))))
  else for (const turn of turns) answers.push(await send(address, request, turn))
  for (let retry = 0; request.patient && retry < RETRIES && answers.every(hasFailed); retry += 1) {
    await pause(AGAIN_MS * 2 ** retry)
    answers.push(await send(address, request, request.repeats + 1 + retry))
  }
  return answers.find((got) => outcomeOf(got) === 'done')
}

const hasFailed = (got: Got) => isError(outcomeOf(got))

/** Announced, put and confirmed; without an upload URL, or after a failed put, it stays unfinished. */
async function upload(
  toPerform: (address: SendAddress, request: Meant) => Promise<Got | undefined>,
  { logged }: Sender,
  { text, announced, confirmed }: Thing & { kind: 'file' },
): Promise<void> {
  const hash = sha256(text)
  const body = { file_type: 'OTHERS', file_name: 'fire.pdf', size: text.length, sha256: hash }
  const begun = await toPerform(
    { work: 'createUpload', method: 'POST', path: '/v1/storage/upload', subject: hash },
    { ...announced, body },
  )
  if (!begun) return
  const { url, headers, file_id } = begun.told as { url: string; headers: Record<string, string>; file_id: string }
  const asked = { work: 'putObject', subject: file_id, class: file_id, schema: 'absent', nonce: '' } as const
  const put = await logged({ ...asked, body_hash: hash }, () => ask(url, { method: 'PUT', headers, body: text }))
  if (outcomeOf(put) !== 'done') return
  const path = `/v1/storage/upload/${file_id}/confirm`
  await toPerform({ work: 'confirmUpload', method: 'POST', path, subject: file_id }, confirmed)
}

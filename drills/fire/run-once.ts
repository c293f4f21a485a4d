import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { QUEUE_SCHEMA } from '../../src/base/jobs/queue.ts'
import { until } from '../able/stage.ts'
import { openRandom } from '../random.ts'
import { pay } from '../recoveries/others.ts'
import { ageAbandoned, judgedJobs } from './age.ts'
import { batchesOf, isKept, type Ledger } from './batches.ts'
import { check } from './check.ts'
import { type Findings, noFindings } from './counts.ts'
import { type Fault, GIVE } from './fault.ts'
import { countEvents, findAll, type Payment } from './find.ts'
import { startGenerator } from './generator.ts'
import { isEffective } from './left.ts'
import { type Entry, openLog, outcomeOf, readLog } from './log.ts'
import { planThings, usual } from './plan.ts'
import { type Spans, spansOf } from './span.ts'
import type { Fire } from './stage.ts'

export interface Run {
  fault: string
  seed: number
  /** Requests that were sent, effects that were acknowledged, and records of a ledger that were. */
  sent: number
  acknowledged: number
  records: number
  findings: Findings
  spans: Spans
  /** How long the fault lasted, and how long everything took. */
  lasted_ms: number
  took_ms: number
  /** Requests of which nobody ever said what became of them, and what was still waiting when all should have been done. */
  unsettled: number
  waiting: string[]
  /** How many were served once it had healed, and whether callers came as far as they were meant to, at last without an error. */
  served_after: number
  isWhole: boolean
  /** From when it began until somebody asked who was the last to be told to come back. */
  failed_for_ms: number
  /** What an operator could see of it. */
  saw: string[]
}

const ACCOUNTS = 200
const PAYMENTS = 60
const BEFORE = 40
const AT_ONCE = 150
const REST_MS = 120_000
/** The queue gives what its worker died over to another one within two minutes of its quarter of an hour. */
const LEFT_MS = 240_000
/** It is looked at for so long after it has healed, at least. */
const AFTER_MS = 10_000
/** And until for so long nobody was told to come back. */
const CALM_MS = 5_000
const DAY_MS = 86_400_000
const folder = fileURLToPath(new URL('../../artefacts/fire/', import.meta.url))

export interface Size {
  /** How many things callers begin, at least. */
  things: number
  perSecond: number
}

/** One fault while callers do things. The seed says what they do, and when and for how long it burns. */
export async function runOnce(fire: Fire, fault: Fault, seed: number, { things, perSecond }: Size): Promise<Run> {
  const started = Date.now()
  const moment = openRandom(seed ^ 0x5bd1e995)
  const plan = openRandom(seed)
  const mix = { ...usual, ...fault.mix }
  fire.sink.heard.length = 0
  fire.logged()
  const accounts = await plantAccounts(fire, () => plan.uuid())
  const payments = await plantPayments(fire, mix.contests > 0 ? PAYMENTS : 0)
  const file = `${folder}${fault.name}-${seed}.log`
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  const log = openLog(file)
  const ledger: Ledger = { ...fire.ledger, at: new Date(started - DAY_MS) }
  const target = {
    url: fire.url,
    credential: fault.byApiKey ? fire.stage.user.api_key : fire.stage.token,
    accounts,
    payments: payments.map(({ transaction_id }) => transaction_id),
    ledger,
  }
  const pace = { perSecond, atOnce: AT_ONCE }
  const events = await countEvents(fire)
  const generator = startGenerator(target, planThings(plan, mix, accounts.length), log, { ...pace })

  const at = BEFORE + moment.int(BEFORE)
  const lastsMs = fault.lastsMs * (1 - GIVE + 2 * GIVE * moment.next())
  const burnt = await burn()
  const unsettled = await generator.settle()
  const waiting = await comeToRest(fire)
  log.close()

  /** From before it until callers are served again, each of them for a while. */
  async function burn() {
    try {
      await until(() => generator.begun() >= at, REST_MS)
      const began = Date.now()
      Object.assign(generator.pace, fault.pace)
      const heal = await fault.begin(fire)
      await pause(lastsMs)
      await heal()
      const healed = Date.now()
      Object.assign(generator.pace, pace)
      const isOver = () =>
        generator.begun() >= Math.max(things, at + BEFORE) &&
        Date.now() >= healed + AFTER_MS &&
        Date.now() >= generator.failedAt() + CALM_MS
      return { began, healed, isWhole: (await until(isOver, REST_MS + (things / perSecond) * 3_000)) !== undefined }
    } finally {
      await generator.stop()
    }
  }

  const entries = readLog(file)
  const hosts = [...fire.apis, ...fire.workers]
  const done = entries.filter(isAcknowledged)
  const found = await findAll(fire, entries, { payments, ledger, events })
  const spans = spansOf(entries)
  return {
    fault: fault.name,
    seed,
    sent: entries.length,
    acknowledged: done.length,
    records: recordsOf(entries),
    findings: check(entries, found),
    spans,
    lasted_ms: burnt.healed - burnt.began,
    took_ms: Date.now() - started,
    unsettled,
    waiting,
    served_after: done.filter(({ answered }) => answered.at > burnt.healed).length,
    isWhole: burnt.isWhole,
    failed_for_ms: Math.max(0, spans.failed_at - burnt.began),
    saw: [...new Set(hosts.flatMap(({ watch }) => watch.troubles(burnt.began))), ...fire.logged()],
  }
}

/** What is there to be told of one that nobody could judge. */
export const unjudged = (fault: Fault, seed: number): Run => ({
  fault: fault.name,
  seed,
  sent: 0,
  acknowledged: 0,
  records: 0,
  findings: noFindings(),
  spans: { unavailable_ms: 0, without_success_ms: 0, errors: 0, failed_at: 0, ledger_errors: 0 },
  lasted_ms: 0,
  took_ms: 0,
  unsettled: 0,
  waiting: [],
  served_after: 0,
  isWhole: false,
  failed_for_ms: 0,
  saw: [],
})

const isAcknowledged = ({ work, answered }: Entry) => outcomeOf(answered) === 'done' && isEffective(work)

const recordsOf = (entries: Entry[]) =>
  [...batchesOf(entries).values()].filter(isKept).reduce((sum, [first]) => sum + first!.records!, 0)

async function plantAccounts({ stage }: Fire, uuid: () => string) {
  const accounts = Array.from({ length: ACCOUNTS }, () => ({ client_id: uuid(), account_id: uuid() }))
  await Promise.all(accounts.map(({ client_id, account_id }) => stage.plant(client_id, account_id)))
  return accounts
}

async function plantPayments(fire: Fire, count: number): Promise<Payment[]> {
  const ledger = { dict: fire.dict, user: fire.stage.user, ingest: fire.ingest }
  return Promise.all(Array.from({ length: count }, () => pay(ledger, 'sent')))
}

const waits = {
  'deliveries to the sink': `select count(*)::int as n from webhook_deliveries where status = 'PENDING'`,
  jobs: `select count(*)::int as n from ${QUEUE_SCHEMA}.job
           where state in ('created', 'retry', 'active') and ${judgedJobs}`,
  'recoveries that DICT is to be told of': `select count(*)::int as n from fund_recovery_requests
                                            where dict_id is null and status <> 'FAILED'`,
}

/** Waits until everybody is ready and nothing is left to be done, and tells what is. */
async function comeToRest(fire: Fire): Promise<string[]> {
  const { admin } = fire.stage
  let left: string[] = []
  const look = async () => {
    left = []
    await ageAbandoned(fire).catch(() => undefined)
    for (const [what, statement] of Object.entries(waits)) {
      const n = (await admin.query<{ n: number }>(statement).catch(() => undefined))?.rows[0]?.n
      if (n !== 0) left.push(`${n ?? 'nobody knows how many'} ${what}`)
    }
    return left.length === 0
  }
  const isReady = await fire.allReady()
  await until(look, LEFT_MS)
  const isWhole = await fire.cluster?.isWhole().then(
    () => true,
    () => false,
  )
  return [
    ...(isReady ? [] : ['a process that is not ready']),
    ...(isWhole === false ? ['a server that follows nobody'] : []),
    ...left,
  ]
}

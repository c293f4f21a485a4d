import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { pay } from '../med-recovery/counterparties.ts'
import { createRandom } from '../random.ts'
import { type Spans, spansOf } from './availability.ts'
import { batchesOf, isKept, type Ledger } from './batches.ts'
import { check } from './check.ts'
import { type FaultInjectionFindings, noFindings } from './counts.ts'
import type { Fire } from './environment.ts'
import { isEffective } from './expected-rows.ts'
import { type FaultInjectionFault, GIVE } from './fault.ts'
import { startGenerator } from './generator.ts'
import { type FaultInjectionEntry, openLog, outcomeOf, readLog } from './log.ts'
import { countEvents, findAll, type LookupPayment } from './lookup.ts'
import { planThings, usual } from './plan.ts'
import { ageAbandoned, judgedJobs } from './time-travel.ts'

export interface Run {
  fault: string
  seed: number
  /** Sent requests, acknowledged effects, and acknowledged records of a ledger. */
  sent: number
  acknowledged: number
  records: number
  findings: FaultInjectionFindings
  spans: Spans
  /** How long the fault lasted, and the run. */
  lasted_ms: number
  took_ms: number
  /** Requests without a known result, and work still waiting at the end. */
  unsettled: number
  waiting: string[]
  /**
   * How many succeeded after the recovery, and whether callers reached their planned number, without an error at the end.
   */
  served_after: number
  isWhole: boolean
  /** From its beginning until the last failed request was sent. */
  failed_for_ms: number
  /** What an operator could see of it. */
  saw: string[]
}

const ACCOUNTS = 200
const PAYMENTS = 60
const BEFORE = 40
const AT_ONCE = 150
const REST_MS = 120_000
/** The queue gives a dead worker's jobs to another within two minutes of its quarter of an hour. */
const LEFT_MS = 240_000
/** The minimum observation after the recovery. */
const AFTER_MS = 10_000
/** And until no request failed for this long. */
const CALM_MS = 5_000
const DAY_MS = 86_400_000
const folder = fileURLToPath(new URL('../../../artefacts/fire/', import.meta.url))

export interface RunOnceSize {
  /** The minimum number of requests. */
  things: number
  perSecond: number
}

/** One fault under load. The seed chooses the requests, and the time and duration of the fault. */
export async function runOnce(
  fire: Fire,
  fault: FaultInjectionFault,
  seed: number,
  { things, perSecond }: RunOnceSize,
): Promise<Run> {
  const started = Date.now()
  const moment = createRandom(seed ^ 0x5bd1e995)
  const plan = createRandom(seed)
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

  /** From before the fault until callers are served again, each of them for a while. */
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

/** The report of a run that could not be checked. */
export const unjudged = (fault: FaultInjectionFault, seed: number): Run => ({
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

const isAcknowledged = ({ work, answered }: FaultInjectionEntry) => outcomeOf(answered) === 'done' && isEffective(work)

const recordsOf = (entries: FaultInjectionEntry[]) =>
  [...batchesOf(entries).values()].filter(isKept).reduce((sum, [first]) => sum + first!.records!, 0)

async function plantAccounts({ stage }: Fire, uuid: () => string) {
  const accounts = Array.from({ length: ACCOUNTS }, () => ({ client_id: uuid(), account_id: uuid() }))
  await Promise.all(accounts.map(({ client_id, account_id }) => stage.plant(client_id, account_id)))
  return accounts
}

async function plantPayments(fire: Fire, count: number): Promise<LookupPayment[]> {
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

/** Waits until every process is ready and no work is left, and reports what is. */
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

import { setTimeout as pause } from 'node:timers/promises'
import { followFundRecoveries } from '@eclusa/gateway/src/areas/pix-fund-recovery/follow-fund-recoveries.job.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { type Others, playOthers } from './med-recovery/counterparties.ts'
import { makeWeather } from './med-recovery/dict-faults.ts'
import { judge, type MedRecoveryFindings, statesOf } from './med-recovery/judge.ts'
import { OURS, openStage, type RecoveryDrillEnvironment, type Victim } from './med-recovery/stage.ts'
import type { Subject } from './med-recovery/subject.ts'
import { createRandom } from './random.ts'

/**
 * Payments are contested while DICT hangs for minutes, is slow, loses responses and lists data of half a minute ago, with
 * two workers on the same requests, one of which dies about every minute. No recovery at DICT may be reported as failed,
 * nothing may exist twice, and in the end each must have DICT's state.
 */
export interface RecoveriesResult extends MedRecoveryFindings {
  recoveries: number
  /** The main failure: FAILED here, and open at DICT. */
  failed_though_held: number
  failed_codes: Record<string, number>
  unfinished: number
  kills: number
  weather: Record<string, number>
}

const WORKERS = 2
/** Simulated seconds of DICT and of the workers per real one: six minutes take 72 seconds, and a client waits for 15. */
const SPEED = 5
const KILL_EVERY_MS = 60_000
const TICK_MS = 250
/** Real ticks per simulated minute. */
const TICKS_A_MINUTE = 60_000 / SPEED / TICK_MS
const CONTEST_EVERY_MS = 800
const LIMIT_MS = 2_400_000

export async function recoverUnderFire(
  adminUrl: string,
  recoveries: number,
  seed: number,
  say: (line: string) => void,
  hangMs?: number,
): Promise<RecoveriesResult> {
  const stage = await openStage(adminUrl)
  const random = createRandom(seed).next
  const others = playOthers(stage)
  stage.hasten(SPEED)
  const fire = await openFire(stage, random)
  const weather = makeWeather(stage, random, hangMs)
  const contested = contestAll(others, recoveries, random)
  const end = Date.now() + LIMIT_MS
  let open = recoveries
  for (let turn = 0; open > 0 && Date.now() < end; turn += 1) {
    await pause(TICK_MS)
    // DICT's rate limits are not tested here.
    stage.dict.buckets.set(OURS, 'INFRACTION_REPORTS_LIST_WITH_ROLE', 200)
    await stage.hurryQueue()
    if (turn % TICKS_A_MINUTE === 0) await stage.tick(followFundRecoveries)
    open = recoveries - (await finished(stage))
    if (turn % 80 === 0) say(`${open} of ${recoveries} under way, ${fire.kills()} kills, ${await steps(stage)}`)
  }
  await contested
  await fire.stop()
  weather.clear()
  await others.stop()
  const failed = await failedAmong(stage, others.subjects)
  const verdict = {
    recoveries,
    ...failed,
    ...(await judge(stage, others.subjects)),
    unfinished: open,
    kills: fire.kills(),
    weather: weather.counts,
  }
  await stage.close()
  return verdict
}

/** Two workers; now and then one of them is killed and replaced. */
async function openFire(stage: RecoveryDrillEnvironment, random: () => number) {
  const workers: Victim[] = await Promise.all(Array.from({ length: WORKERS }, () => stage.startWorker()))
  const stopping = new AbortController()
  let kills = 0
  const killing = (async () => {
    for (; !stopping.signal.aborted; await pause(KILL_EVERY_MS * (0.5 + random()), undefined, { ref: false })) {
      if (kills++ === 0) continue
      const place = Math.floor(random() * WORKERS)
      await workers[place]!.die()
      workers[place] = await stage.startWorker()
    }
  })()
  return {
    kills: () => Math.max(0, kills - 1),
    async stop() {
      stopping.abort()
      await killing
      await Promise.all(workers.map((worker) => worker.die()))
    },
  }
}

/** One after the other with pauses, because the job retries the first requests before it begins with later ones. */
async function contestAll(others: Others, recoveries: number, random: () => number): Promise<void> {
  for (let n = 0; n < recoveries; n += 1) {
    await others.begin('recovery', () => {})
    await pause(random() * CONTEST_EVERY_MS * 2)
  }
}

async function finished({ db }: RecoveryDrillEnvironment): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from fund_recovery_requests where next_action_at is null',
  )
  return rows[0]!.count
}

async function steps({ db }: RecoveryDrillEnvironment): Promise<string> {
  const { rows } = await db.query<{ step: string; count: number }>(
    `select coalesce(dict_status, status) as step, count(*)::int as count from fund_recovery_requests group by 1 order by 2`,
  )
  return rows.map(({ step, count }) => `${step} ${count}`).join(', ')
}

async function failedAmong(stage: RecoveryDrillEnvironment, subjects: Subject[]) {
  let failed_though_held = 0
  const failed_codes: Record<string, number> = {}
  for (const subject of subjects) {
    const { ours, theirs } = await statesOf(stage, subject)
    if (ours.status !== 'FAILED') continue
    const code = ours.failed_code ?? ''
    failed_codes[code] = (failed_codes[code] ?? 0) + 1
    if (theirs.id) failed_though_held += 1
  }
  return { failed_though_held, failed_codes }
}

const mustBeZero = [
  'failed_though_held',
  'recoveries_not_one',
  'states_that_differ',
  'events_lost',
  'events_doubled',
  'unfinished',
] as const

export function failures(verdict: RecoveriesResult): string[] {
  const wrong: string[] = mustBeZero.filter((name) => verdict[name] !== 0)
  if (verdict.events_out_of_order.length > 0) wrong.push('events_out_of_order')
  // A drill without hangs proves nothing.
  if (verdict.weather['hung'] === 0) wrong.push('hung')
  return wrong
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

if (import.meta.main) {
  const [recoveries = '500', seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2)
  const postgres = await startPostgres(process.env)
  const started = Date.now()
  try {
    say(`seed ${seed}`)
    const verdict = await recoverUnderFire(postgres.adminUrl, Number(recoveries), Number(seed), say)
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stdout.write(`${JSON.stringify({ ...verdict, seed: Number(seed), seconds })}\n`)
    process.exitCode = failures(verdict).length > 0 ? 1 : 0
  } finally {
    await postgres.stop()
  }
}

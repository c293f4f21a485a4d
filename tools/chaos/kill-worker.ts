import { setTimeout as pause } from 'node:timers/promises'
import { followFundRecoveries } from '@eclusa/gateway/src/areas/pix-fund-recovery/follow-fund-recoveries.job.ts'
import { adoptAnswers } from '@eclusa/gateway/src/areas/pix-infractions/adopt-answers.job.ts'
import { closeNotifications } from '@eclusa/gateway/src/areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from '@eclusa/gateway/src/areas/pix-infractions/poll-notifications.job.ts'
import { closeRefunds } from '@eclusa/gateway/src/areas/pix-refunds/close-refunds.job.ts'
import { pollRefunds } from '@eclusa/gateway/src/areas/pix-refunds/poll-refunds.job.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { type Others, playOthers } from './med-recovery/counterparties.ts'
import { isAtRest, judge, type MedRecoveryFindings, statesOf } from './med-recovery/judge.ts'
import { createKillSchedule, type Killer } from './med-recovery/kill-at-point.ts'
import { CORE_REPORTS, type KillPointsKind, nameOf, type Point, points } from './med-recovery/kill-points.ts'
import { createProcessPool, type Fleet } from './med-recovery/process-pool.ts'
import { refundsToPay, reportPaid } from './med-recovery/refunds.ts'
import { OURS, openStage, type RecoveryDrillEnvironment } from './med-recovery/stage.ts'
import type { Subject } from './med-recovery/subject.ts'

/**
 * Kills processes that call DICT, with SIGKILL, at every boundary between two of their steps, while payments are contested,
 * cancelled and reported; then waits until all work is done and compares both sides.
 *
 * The stops are injected on the wire, at DICT and in front of the database, so the tested code is the released code.
 */
export interface KillWorkerResult extends MedRecoveryFindings {
  /** How often each boundary was hit. */
  kills: Record<string, number>
  /** Boundaries without a kill: they prove nothing. */
  missed: number
  unfinished: number
  /** Kills after which DICT knew more than the gateway. This one must not be 0: those are the cases to recover. */
  left_half_done: number
  subjects: number
}

const WORKERS = 3
const AT_ONCE = 4
const TRIES_MAX = 4
/** Adjacent boundaries concern the same process; with this stride, prime to their number, none follow each other. */
const STRIDE = 7
const DRAIN_MS = 120_000
/** Minutely jobs run here immediately one after the other. */
const clockwork = [followFundRecoveries, pollNotifications, adoptAnswers, closeNotifications, pollRefunds, closeRefunds]

/** `only` one kind, or all in turn. */
export async function killWorkers(
  adminUrl: string,
  kills: number,
  say: (line: string) => void,
  only?: KillPointsKind,
): Promise<KillWorkerResult> {
  const stage = await openStage(adminUrl)
  const ticking = keepTicking(stage)
  const fleet = await createProcessPool(stage, WORKERS)
  const others = playOthers(stage, () => fleet.victims)
  const killer = createKillSchedule(stage, fleet)

  const meant = points.filter(({ kind }) => only === undefined || kind === only)
  const plan = Array.from({ length: kills }, (_, n) => meant[(n * STRIDE) % meant.length]!)
  const done = new Map<string, number>()
  let missed = 0
  const rounds = plan.values()
  const runRounds = async () => {
    for (const point of rounds) {
      const hit = await killAt({ stage, others, killer, fleet }, point)
      if (hit) done.set(nameOf(point), (done.get(nameOf(point)) ?? 0) + 1)
      else missed += 1
      const count = [...done.values()].reduce((a, b) => a + b, 0)
      if (count % 20 === 0) say(`${count} of ${kills} kills`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runRounds))
  say('no more kills: everything comes to rest')
  const end = Date.now() + DRAIN_MS
  let atRest = false
  while (!atRest && Date.now() < end) {
    await pause(300)
    atRest = await isAtRest(stage, others.subjects)
  }
  await others.stop()
  await ticking.stop()
  const findings = await judge(stage, others.subjects)
  await fleet.close()
  await stage.close()
  return {
    kills: Object.fromEntries(done),
    ...findings,
    missed,
    unfinished: atRest ? 0 : 1,
    left_half_done: killer.leftHalfDone(),
    subjects: others.subjects.length,
  }
}

interface Drill {
  stage: RecoveryDrillEnvironment
  others: Others
  killer: Killer
  fleet: Fleet
}

/** Begins one, and kills the process that works on it at that boundary. One that was not hit continues. */
async function killAt(drill: Drill, point: Point): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const aim = point.kind === 'cancel' ? aimAtCancel : point.operation === CORE_REPORTS ? aimAtCore : aimAtWork
    if (await aim(drill, point)) return true
  }
  return false
}

async function aimAtWork({ others, killer }: Drill, point: Point): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  await others.begin(point.kind, (subject) => resolve(killer.kill(point, subject)))
  return promise
}

/** The client cancels a payment once the banks analyse it, and retries when the called process has died. */
async function aimAtCancel({ stage, others, killer, fleet }: Drill, point: Point): Promise<boolean> {
  const subject = await others.begin('cancel', () => {})
  while ((await statesOf(stage, subject)).ours.dict_status !== 'AWAITING_ANALYSIS') await pause(100)
  const hit = killer.kill(point, subject)
  let answered = false
  while (!answered) {
    const { base_url } = (await fleet.api()).process
    answered = await stage.ask('DELETE', cancelPath(subject), undefined, {}, base_url).then(
      ({ status }) => status < 500,
      () => pause(500, false),
    )
    if (!answered && (await Promise.race([hit, pause(0, false)]))) return true
  }
  // It got a response, so no process died in between: another kill had come before it.
  killer.giveUp(subject)
  return hit
}

/** The core reports its payment to a worker that dies, and reports it again to another. */
async function aimAtCore({ stage, others, killer, fleet }: Drill, point: Point): Promise<boolean> {
  const subject = await others.begin('refund', (begun) => void (begun.byHand = true))
  while ((await refundsToPay(stage, [subject])).length === 0) await pause(100)
  const worker = [...fleet.victims].find(({ isApi, wire }) => !isApi && wire.atCommit === 'pass')
  const hit = worker && killer.killOne(point, subject, worker)
  if (worker && (await reportPaid(worker, subject))) killer.giveUp(subject)
  subject.byHand = false
  return (await hit) ?? false
}

const cancelPath = ({ id }: Subject) => `/v1/pix/fund-recovery-requests/${id}/cancel`

function keepTicking(stage: RecoveryDrillEnvironment) {
  const stopping = new AbortController()
  const turns = (async () => {
    for (; !stopping.signal.aborted; await pause(250)) {
      // DICT's rate limits are not tested here.
      stage.dict.buckets.set(OURS, 'INFRACTION_REPORTS_LIST_WITH_ROLE', 200)
      stage.dict.buckets.set(OURS, 'REFUND_LIST_WITH_ROLE', 200)
      for (const job of clockwork) await stage.tick(job)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await turns
    },
  }
}

const mustBeZero = [
  'recoveries_not_one',
  'refunds_not_as_paid',
  'states_that_differ',
  'events_lost',
  'events_doubled',
  'missed',
  'unfinished',
] as const

export function failures(verdict: KillWorkerResult): string[] {
  const wrong: string[] = mustBeZero.filter((name) => verdict[name] !== 0)
  if (verdict.events_out_of_order.length > 0) wrong.push('events_out_of_order')
  if (verdict.left_half_done === 0) wrong.push('left_half_done')
  return wrong
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

if (import.meta.main) {
  const postgres = await startPostgres(process.env)
  const started = Date.now()
  try {
    const [, , kills = '200', only] = process.argv
    const verdict = await killWorkers(postgres.adminUrl, Number(kills), say, only as KillPointsKind | undefined)
    process.stdout.write(`${JSON.stringify({ ...verdict, seconds: Math.round((Date.now() - started) / 1000) })}\n`)
    process.exitCode = failures(verdict).length > 0 ? 1 : 0
  } finally {
    await postgres.stop()
  }
}

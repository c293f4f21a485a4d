import { availableParallelism } from 'node:os'
import {
  type Interval,
  interval,
  median,
  pooledPercentiles,
  ratioOf,
  seeded,
  shuffled,
} from '@eclusa/testing/load/figures.ts'
import type { LoadOutcome } from '@eclusa/testing/load/load.ts'
import { stolenSeconds } from '@eclusa/testing/load/processor-time.ts'
import type { CaptureBaselinesCapture } from './capture-baselines.ts'
import type { BenchEnvironment } from './environment.ts'
import type { ArmName, Arms, Company, Costs, Turn } from './variants.ts'
import { type WorkName, works } from './workloads.ts'

/** The duration and repetitions. */
export interface Measure {
  works: WorkName[]
  rounds: number
  seconds: number
  /** How long pgbench runs each write before a gateway is started. */
  fillSeconds: number
  warmSeconds: number
  openRounds: number
  openSeconds: number
  /** For an operation measured at several numbers of connections, whether at each of them. */
  everyConnections: boolean
}

/** A run whose null pair differs by more than this is only noise. */
const NULL_PAIR = { low: 0.9, high: 1.1 }

const isLoud = ({ low, high }: Interval) => low < NULL_PAIR.low || high > NULL_PAIR.high

export interface ArmFigures extends Costs {
  perSecond: number
  /** The maximum CPU share of the sender. */
  busy: number
  /** In all rounds, of the sent requests. */
  refused: number
  /** The ratio of the gateway's speed to this one's. */
  ratio?: Interval
  /** PostgreSQL's processor time for a request of the gateway by that of this one. */
  postgresRatio?: Interval
}

export interface WorkFigures {
  work: WorkName
  connections: number
  arms: Partial<Record<ArmName, ArmFigures>>
  isVoid: boolean
  statements: number
  flushes: number
  /** At half the rate of the rounds, each request sent when due and its time counted from then. */
  open: Latency & {
    rate: number
    unsent: number
    /** Steal time: the share of all CPUs that other machines used. A request waits for them too. */
    stolen: Interval
    /** The same for the rounds with almost no steal time, if there were any. */
    calm?: Latency & { rounds: number }
  }
  /** Acknowledged writes, and how many of them are in the database exactly once. */
  acknowledged: number
  found: number
}

export interface Latency {
  p50: Interval
  p99: Interval
  p999: Interval
}

type MeasurePrint = (line: string) => void

export async function measureAll(
  stage: BenchEnvironment,
  { arms, port }: Company,
  caught: Record<WorkName, CaptureBaselinesCapture>,
  measure: Measure,
  say: MeasurePrint,
): Promise<WorkFigures[]> {
  const figures: WorkFigures[] = []
  for (const work of measure.works) {
    const { connections } = works[work]
    for (const count of measure.everyConnections ? connections : connections.slice(0, 1)) {
      say(`${works[work].title}, ${count} connections: ${Object.keys(arms[work]).join(', ')}`)
      const turns = await playRounds(arms[work], count, measure, say)
      const perSecond = median(turns.gateway!.map((turn) => turn.perSecond))
      const load = { work, port, lines: count * 4, rate: Math.max(1, perSecond / 2), seconds: measure.openSeconds }
      say(`  open loop, ${load.rate.toFixed(0)} a second`)
      const opened: MeasuredPool[] = []
      // The first round is not counted, because plans are made in it.
      for (let round = 0; round <= measure.openRounds; round += 1) opened.push(await playOpen(stage, load))
      const acknowledged = [...turns.gateway!, ...turns.null!, ...opened].flatMap((turn) => turn.acknowledged)
      figures.push({
        work,
        connections: count,
        ...compare(turns),
        statements: caught[work].floor.statements.length,
        flushes: caught[work].flushes,
        open: { rate: load.rate, ...latency(opened.slice(1)) },
        ...(await reconcile(stage, works[work].leaves, acknowledged)),
      })
    }
  }
  return figures
}

interface MeasuredPool extends LoadOutcome {
  stolen: number
}

async function playOpen(stage: BenchEnvironment, load: Parameters<BenchEnvironment['play']>[0]): Promise<MeasuredPool> {
  const [stolen, begun] = [stolenSeconds(), performance.now()]
  const outcome = await stage.play(load)
  const had = ((performance.now() - begun) / 1000) * availableParallelism()
  return { ...outcome, stolen: (stolenSeconds() - stolen) / had }
}

/** With more steal time than this a round's latency says nothing about the gateway. */
const CALM = 0.01

export function latency(rounds: MeasuredPool[]): Omit<WorkFigures['open'], 'rate'> {
  const unsent = rounds.reduce((sum, { sent, served, unsent }) => sum + sent - served.length + unsent, 0)
  const of = (some: MeasuredPool[]) => pooledPercentiles(some.map(({ served }) => served))
  const calm = rounds.filter(({ stolen }) => stolen <= CALM)
  return {
    unsent,
    ...of(rounds),
    stolen: interval(rounds.map(({ stolen }) => stolen)),
    ...(calm.length > 0 && { calm: { rounds: calm.length, ...of(calm) } }),
  }
}

type Turns = Partial<Record<ArmName, Turn[]>>

/** Every arm once in each round, in shuffled order. */
async function playRounds(arms: Arms, connections: number, measure: Measure, say: MeasurePrint): Promise<Turns> {
  const names = Object.keys(arms) as ArmName[]
  const draw = seeded(connections)
  const turns: Turns = Object.fromEntries(names.map((name) => [name, []]))
  const warm = await warmUp([arms.gateway!, ...(arms.bare ? [arms.bare] : [])], connections, measure.warmSeconds)
  for (let round = 1; round <= measure.rounds; round += 1) {
    for (const name of shuffled(names, draw)) turns[name]!.push(await arms[name]!(measure.seconds, connections))
    const told = names.map((name) => `${name} ${turns[name]!.at(-1)!.perSecond.toFixed(0)}/s`)
    say(`  round ${round} of ${measure.rounds}: ${told.join(', ')}`)
  }
  // Writes acknowledged during the warm-up have to exist as well.
  turns.gateway![0]!.acknowledged.push(...warm)
  return turns
}

/** A connection plans each statement at its first run, which costs more than ten requests: so many go before. */
const WARM_REQUESTS = 500
const WARM_TURNS_MAX = 10

/** Writes acknowledged meanwhile. */
async function warmUp(arms: Required<Arms>['gateway'][], connections: number, seconds: number): Promise<string[]> {
  const acknowledged: string[] = []
  for (const arm of arms)
    for (let count = 0, turns = 0; count < WARM_REQUESTS && turns < WARM_TURNS_MAX; turns += 1) {
      const turn = await arm(seconds, connections)
      count += turn.perSecond * seconds
      acknowledged.push(...turn.acknowledged)
    }
  return acknowledged
}

export function compare(turns: Turns): Pick<WorkFigures, 'arms' | 'isVoid'> {
  const rates = (name: ArmName) => turns[name]!.map((turn) => turn.perSecond)
  const postgres = (name: ArmName) => turns[name]!.map((turn) => turn.postgresMicroseconds)
  const of = (name: ArmName): ArmFigures => {
    const middle = (key: keyof Costs) => median(turns[name]!.map((turn) => turn[key]))
    return {
      perSecond: median(rates(name)),
      busy: Math.max(...turns[name]!.map((turn) => turn.busy)),
      refused: turns[name]!.reduce((sum, turn) => sum + turn.refused, 0),
      processMicroseconds: middle('processMicroseconds'),
      postgresMicroseconds: middle('postgresMicroseconds'),
      walBytes: middle('walBytes'),
      ...(name !== 'gateway' && {
        ratio: ratioOf(rates('gateway'), rates(name)),
        postgresRatio: ratioOf(postgres('gateway'), postgres(name)),
      }),
    }
  }
  const arms = Object.fromEntries((Object.keys(turns) as ArmName[]).map((name) => [name, of(name)]))
  return { arms, isVoid: isLoud((arms as Record<string, ArmFigures>)['null']!.ratio!) }
}

/** How many requests left exactly one row in each of their tables, with a claim. */
export async function reconcile({ admin }: BenchEnvironment, tables: string[], ids: string[]) {
  if (tables.length === 0) return { acknowledged: 0, found: 0 }
  const once = tables.map(
    (table) => `select request_id from ${table} where request_id in (table told) group by 1 having count(*) = 1`,
  )
  const { rows } = await admin.query<{ found: number }>(
    `with told as materialized (select unnest($1::text[]))
     select count(*)::int as found from (
       ${once.join(' intersect ')} intersect select request_id from replay_claims) as there`,
    [ids],
  )
  return { acknowledged: ids.length, found: rows[0]!.found }
}

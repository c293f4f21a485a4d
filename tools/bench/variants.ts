import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { postgresSeconds, processSeconds } from '@eclusa/testing/load/processor-time.ts'
import { type Floor, type PgbenchScript, pgbenchScript } from './baseline.ts'
import type { CaptureBaselinesCapture } from './capture-baselines.ts'
import type { BenchEnvironment } from './environment.ts'
import { createMinimal } from './minimal.ts'
import type { BareRoutes } from './minimal-server.ts'
import { createPgbench } from './pgbench.ts'
import { type WorkName, workNames, works } from './workloads.ts'

/** One of those that are compared: the gateway, the gateway again, and what stands under it. */
export type ArmName = 'gateway' | 'null' | 'pgbench' | 'pgbench-kept' | 'pgbench-minimal' | 'bare'

/** CPU time of a request, in the serving process and in all of PostgreSQL. */
export interface Costs {
  processMicroseconds: number
  postgresMicroseconds: number
  walBytes: number
}

/** The result of one arm in one round. */
export interface Turn extends Costs {
  /** Requests with a 2xx response per second. */
  perSecond: number
  /** The CPU share of the sender. */
  busy: number
  refused: number
  /** The ids of acknowledged requests. */
  acknowledged: string[]
}

export type Arms = Partial<Record<ArmName, (seconds: number, connections: number) => Promise<Turn>>>

export const floorFile = (work: WorkName) => new URL(`baselines/${work}.json`, import.meta.url)

/**
 * The floor stored with the gateway's version, so that a gateway with fewer statements is not compared with a lower floor.
 */
function keptFloor(work: WorkName): Floor | undefined {
  return existsSync(floorFile(work)) ? (JSON.parse(readFileSync(floorFile(work), 'utf8')) as Floor) : undefined
}

export interface Company {
  arms: Record<WorkName, Arms>
  /** For an open-loop sender. */
  port: number
  close(): Promise<void>
}

const FILLERS = 8
const WARM_SECONDS = 0.5

export async function createVariants(
  stage: BenchEnvironment,
  caught: Record<WorkName, CaptureBaselinesCapture>,
  fillSeconds: number,
): Promise<Company> {
  const pgbench = await createPgbench(stage.admin, stage.database.api)
  const { user_id, product_id, wallet_id } = stage.user
  const caller = { user_id, product_id, wallet_id }
  const runScript =
    (scriptOf: () => PgbenchScript, options: string) =>
    async (seconds: number, connections: number): Promise<Turn> => {
      const looks: VariantSample[] = []
      const mark = async () => void looks.push(await look(stage))
      const outcome = await pgbench.run(scriptOf(), { connections, seconds, options, mark })
      const costs = costBetween(looks[0]!, looks[1]!, outcome.transactions)
      return { perSecond: outcome.transactions / outcome.seconds, busy: 0, ...costs, refused: 0, acknowledged: [] }
    }
  const run = (floor: Floor, targets: number) => runScript(() => pgbenchScript(floor, caller, targets), floor.options)
  const minimal = await createMinimal(stage)
  const runMinimal = runScript(() => minimal, caught['patch-account'].floor.options)
  await runMinimal(fillSeconds, FILLERS)
  // The tables are filled before the gateway starts, because a connection keeps the plans that it made for empty tables.
  for (const work of workNames())
    if (works[work].leaves.length > 0) await run(caught[work].floor, works[work].targets)(fillSeconds, FILLERS)
  await stage.admin.query('vacuum analyze')

  const api = await stage.startApi(stage.database.api)
  const port = Number(new URL(api.base_url).port)
  const bare = await startBare(stage, caught, caller)
  const send =
    (work: WorkName, to: number, pid: number) =>
    async (seconds: number, lines: number): Promise<Turn> => {
      // pgbench is not measured before each of its connections has warmed up either.
      const warm = await stage.play({ work, port: to, seconds: WARM_SECONDS, lines })
      const before = await look(stage, pid)
      const outcome = await stage.play({ work, port: to, seconds, lines })
      const { served } = outcome
      const acknowledged = [...warm.acknowledged, ...outcome.acknowledged]
      if (served.length === 0) throw new Error(`${work} was answered ${JSON.stringify(outcome.statuses)}`)
      const refused = outcome.sent - served.length
      const costs = costBetween(before, await look(stage, pid), served.length)
      return { perSecond: served.length / outcome.seconds, busy: outcome.busy, ...costs, refused, acknowledged }
    }
  const armsOf = (work: WorkName): Arms => {
    const kept = works[work].leaves.length > 0 ? keptFloor(work) : undefined
    return {
      gateway: send(work, port, api.child.pid!),
      null: send(work, port, api.child.pid!),
      pgbench: run(caught[work].floor, works[work].targets),
      ...(kept && { 'pgbench-kept': run(kept, works[work].targets) }),
      ...(work === 'patch-account' && { 'pgbench-minimal': runMinimal }),
      ...(works[work].bare && { bare: send(work, bare.port, bare.pid) }),
    }
  }
  return {
    arms: Object.fromEntries(workNames().map((work) => [work, armsOf(work)])) as Company['arms'],
    port,
    async close() {
      bare.close()
      await api.kill()
    },
  }
}

interface VariantSample {
  process: number
  postgres: number
  wal: number
}

async function look({ admin }: BenchEnvironment, pid?: number): Promise<VariantSample> {
  const { rows } = await admin.query<{ wal: string }>(`select pg_current_wal_insert_lsn() - '0/0' as wal`)
  return {
    process: pid === undefined ? 0 : processSeconds(pid),
    postgres: postgresSeconds(),
    wal: Number(rows[0]!.wal),
  }
}

function costBetween(before: VariantSample, after: VariantSample, count: number): Costs {
  return {
    processMicroseconds: ((after.process - before.process) * 1e6) / count,
    postgresMicroseconds: ((after.postgres - before.postgres) * 1e6) / count,
    walBytes: (after.wal - before.wal) / count,
  }
}

/** With the captured select of each read: the last statement that reads the returned rows. */
async function startBare(
  stage: BenchEnvironment,
  caught: Record<WorkName, CaptureBaselinesCapture>,
  caller: Record<string, string>,
) {
  const list = '/v1/crossborder/clients/:client_id/accounts'
  const selectOf = (work: WorkName) => {
    const select = caught[work].floor.statements.findLast(({ text }) => /\bfrom crossborder_accounts\b/.test(text))!
    if (select.slots.some((slot) => slot.is === 'fresh')) throw new Error(`${work} asks for what nobody has`)
    return select
  }
  const routes: BareRoutes = {
    url: stage.adminUrl,
    options: caught['get-account'].floor.options,
    caller,
    routes: [
      { path: `${list}/:account_id`, answer: 'record', select: selectOf('get-account') },
      { path: list, answer: 'list', select: selectOf('list-accounts') },
    ],
  }
  const child = fork(new URL('minimal-server.ts', import.meta.url), { stdio: 'inherit' })
  child.send(routes)
  const [port] = (await once(child, 'message')) as [number]
  return { port, pid: child.pid!, close: () => child.disconnect() }
}

import { setTimeout as pause } from 'node:timers/promises'
import { recordStatements } from '@eclusa/testing/load/captured-queries.ts'
import { createRawHttpConnection } from '@eclusa/testing/raw-http-connection.ts'
import { createWire } from '@eclusa/testing/wire.ts'
import { commonFloor, type Floor, type Sample } from './baseline.ts'
import type { BenchEnvironment } from './environment.ts'
import { idOf, type WorkloadRequest, type WorkName, workNames, works } from './workloads.ts'

export interface CaptureBaselinesCapture {
  floor: Floor
  /** How often a request waits for the database. */
  flushes: number
}

const SAMPLES = 5

/**
 * Captures the statements of every operation: runs each a few times through a proxy that records the wire. The gateway has
 * one connection, so that the statements of one request are together.
 */
export async function catchFloors(stage: BenchEnvironment): Promise<Record<WorkName, CaptureBaselinesCapture>> {
  const wire = await createWire(stage.database.api)
  const recorder = recordStatements(wire, 'eclusa-api')
  const api = await stage.startApi(wire.url, { DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' })
  const line = createRawHttpConnection(Number(new URL(api.base_url).port))
  let n = 1_000_000_000
  const ask = (work: WorkName, target: number) =>
    new Promise<void>((resolve, reject) => {
      n += 1
      const asked: WorkloadRequest = { n, target }
      line.send(works[work].request(stage.token, asked), ({ status }) =>
        status >= 200 && status < 300 ? resolve() : reject(new Error(`${work} was answered ${status}`)),
      )
    })
  try {
    const caught = {} as Record<WorkName, CaptureBaselinesCapture>
    for (const work of workNames()) {
      const samples: Sample[] = []
      const flushes: number[] = []
      for (let target = 1; target <= SAMPLES; target += 1) {
        // As often as its number, so that no two records have the same version.
        for (let times = 0; times < target; times += 1) await patiently(() => ask(work, target))
        await pause(20)
        const heard = await patiently(() => recorder.during(() => ask(work, target)))
        samples.push({ statements: heard.statements, known: await knownOf(stage, work, target) })
        flushes.push(heard.flushes)
      }
      const types = await typesOf(stage, samples[0]!)
      caught[work] = { floor: commonFloor(recorder.options(), samples, types), flushes: Math.min(...flushes) }
    }
    return caught
  } finally {
    line.close()
    await api.kill()
    await wire.close()
  }
}

const TRIES = 10
const AGAIN_MS = 500

/** An overloaded gateway returns 503, and the request is repeated. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < TRIES; tries += 1)
    try {
      return await work()
    } catch {
      await pause(AGAIN_MS)
    }
  return work()
}

async function knownOf(
  { admin, user: { user_id, product_id, wallet_id } }: BenchEnvironment,
  work: WorkName,
  target: number,
): Promise<Sample['known']> {
  const account_id = idOf('account', target)
  const { rows } = await admin.query<{ version: string }>(
    'select version::text from crossborder_accounts where id = $1',
    [account_id],
  )
  return {
    user_id,
    product_id,
    wallet_id,
    client_id: idOf('client', target),
    account_id,
    ...(works[work].leaves.length > 0 && { version: rows[0]!.version }),
  }
}

/** The types PostgreSQL infers for the values of each statement. */
async function typesOf({ admin }: BenchEnvironment, { statements }: Sample): Promise<(text: string) => string[]> {
  const known = new Map<string, string[]>()
  const client = await admin.connect()
  try {
    await client.query('begin')
    for (const { text, values } of statements) {
      if (values.length === 0 || known.has(text)) continue
      await client.query(`prepare looked_at as ${text}`)
      const { rows } = await client.query<{ types: string[] }>(
        `select parameter_types::text[] as types from pg_prepared_statements where name = 'looked_at'`,
      )
      known.set(text, rows[0]!.types)
      await client.query('deallocate looked_at')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return (text) => known.get(text) ?? []
}

import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { withDatabase } from '@eclusa/simulators/database.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type Cluster, newCluster, newServerFolder, type Served, serveCluster } from '@eclusa/simulators/postgres.ts'
import type { WatchedProcess } from '@eclusa/testing/processes/availability-watch.ts'
import { type GatewayEnvironment, openStage, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { waitForStandby } from '@eclusa/testing/standby.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killDatabase, sendersOf } from '../../readiness/freeze.ts'

/**
 * A primary and a replica. Acknowledged commits survive the loss of the primary where commits wait for the replica. Where
 * they do not wait, they are lost. Without that loss in the second half, the first would prove nothing.
 */
const FOLLOWER = 'follower'
const LONG_MS = 60_000

let [primary, follower]: Cluster[] = []
let replica: Served
let stage: GatewayEnvironment
let api: WatchedProcess

beforeAll(async () => {
  primary = await newCluster()
  follower = { ...primary, data: join(await newServerFolder('eclusa-follower-'), 'data') }
  await promisify(execFile)('cp', ['-a', primary.data, follower.data])
  await writeFile(join(follower.data, 'standby.signal'), '')
  const port = await freePort()
  const server = await serveCluster(primary, [], { port })
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${primary.password} application_name=${FOLLOWER}`
  replica = await serveCluster(follower, [`primary_conninfo=${conninfo}`])
  stage = await openStage({ server })
  api = await stage.startApi()
}, 180_000)

afterAll(async () => {
  await stage?.close()
  await replica?.stop()
  for (const cluster of [primary, follower]) if (cluster) await rm(dirname(cluster.data), { recursive: true })
})

async function waitFor(standby: string): Promise<void> {
  await waitForStandby(stage.postgres.adminUrl, standby)
  const isSo = async () =>
    (await stage.admin.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`))
      .rows[0]!.names === standby
  expect(await until(isSo, LONG_MS)).toBeDefined()
}

/**
 * Packets from the first server to the second are held back: the kernel would deliver sent ones even after the process died.
 */
async function silence(): Promise<() => void> {
  const senders = await sendersOf(primary!.data)
  const tell = (signal: NodeJS.Signals) => senders.forEach((pid) => process.kill(pid, signal))
  tell('SIGSTOP')
  return () => tell('SIGCONT')
}

const newAccounts = (count: number) => Promise.all(Array.from({ length: count }, () => stage.account()))

/** The acknowledged renames. */
async function renamed(accounts: string[]): Promise<string[]> {
  const statuses = await Promise.all(
    accounts.map(async (account_id) => (await stage.rename(api.base_url, account_id, 'renamed')).status),
  )
  return accounts.filter((_, at) => statuses[at] === 200)
}

it('acknowledges nothing that only the primary has, and loses acknowledged writes without synchronous replication', async () => {
  const [safe, held, lost] = [await newAccounts(3), await newAccounts(3), await newAccounts(3)]
  await waitFor(FOLLOWER)
  expect(await renamed(safe)).toEqual(safe)
  const resume = await silence()
  expect(await renamed(held)).toEqual([])
  resume()

  await waitFor('')
  await silence()
  expect(await renamed(lost)).toEqual(lost)
  await killDatabase(primary!.data)

  const survivor = new pg.Client(withDatabase(replica.adminUrl, new URL(stage.database.api).pathname.slice(1)))
  await survivor.connect()
  await survivor.query('select pg_promote()')
  const { rows } = await survivor.query<{ id: string }>(
    `select id from eclusa.crossborder_accounts where nickname = 'renamed' and id = any($1)`,
    [[...safe, ...lost]],
  )
  await survivor.end()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(safe.toSorted())
})

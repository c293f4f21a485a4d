import '@eclusa/simulators/redirect-stdout.ts'
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createLivenessAddresses } from '@eclusa/gateway/src/areas/onboarding/liveness/address.ts'
import { JOURNAL } from '@eclusa/gateway/src/backoffice/audit-log/write-audit-log.ts'
import { createRetiredKeys } from '@eclusa/gateway/src/backoffice/retired-keys.ts'
import type { KeyStatus } from '@eclusa/gateway/src/cli/pending-reencryption.ts'
import { readSecret, type SignedHeaders, signatureRefusal } from '@eclusa/gateway/src/events/signature.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import type { RingSetting } from '@eclusa/gateway/src/platform/key-rotation-state.ts'
import { createLog } from '@eclusa/gateway/src/platform/observability/log.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage, seconds, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { makeLink } from '../grants/grants.ts'
import { newPlace, startBalancer, startReady } from '../readiness/balancer.ts'
import { countUnheard } from '../readiness/undelivered.ts'
import { startLoad } from './load.ts'

/**
 * Rotates every secret under load: callers write, upload, page and open links, and a sink receives events. The new secret is
 * added, made the newest, re-encryption is awaited, and the old one is removed. Each step is a rolling restart of the
 * processes that use it: two APIs behind haproxy, a worker, a desk. Nothing may fail, and nothing be lost or unreadable.
 *
 *   npm run drill -- turn-secrets [changes per second] [accounts] [setting ...]
 */
const PER_SECOND = Number(process.argv[2] ?? 200)
const ACCOUNTS = Number(process.argv[3] ?? 100)
/** All of them, unless some are named. */
const TURNED = process.argv.slice(4)
const QUIET_ENDPOINTS = 20
const WAIT_MS = 300_000
const main = new URL('../../../apps/gateway/src/main.ts', import.meta.url).pathname
const newSecret = () => randomBytes(32).toString('hex')

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const { admin, user, token } = stage
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-turn-'))
  const port = await freePort()
  const first = { DESK_SECRET: newSecret(), ...stage.settings } as Record<string, string>
  const rings: Record<RingSetting, string[]> = {
    SIGNING_SECRET: [first['SIGNING_SECRET']!],
    API_KEY_PEPPER: [first['API_KEY_PEPPER']!],
    DESK_SECRET: [first['DESK_SECRET']!],
  }
  const env = () => ({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OBJECT_DISK_PATH: folder,
    ...Object.fromEntries(Object.entries(rings).map(([setting, ring]) => [setting, ring.join('\n')])),
  })
  const places = [await newPlace(), await newPlace()]
  const apis = [await startReady(stage, places[0]!, env()), await startReady(stage, places[1]!, env())]
  let worker = await stage.startWorker(env())
  let desk = await stage.startDesk(env())
  const balancer = await startBalancer(places, port)
  const sink = await startWebhookSink()

  const accounts = Array.from({ length: ACCOUNTS }, () => ({ client_id: randomUUID(), account_id: randomUUID() }))
  for (const { client_id, account_id } of accounts) await stage.plant(client_id, account_id)
  const endpoint = (event_type: string) => stage.endpoint(balancer.url, `${sink.url}/${randomUUID()}`, [event_type])
  const listening = await endpoint('crossborder.account.updated')
  for (let n = 0; n < QUIET_ENDPOINTS - 1; n += 1) await endpoint('crossborder.client.created')
  const planted = await makeLink({ db: admin }, user.user_id, user.product_id)
  // Its owner's own: it depends on no grant.
  await admin.query('update onboardings set grant_id = null where id = $1', [planted.onboarding_id])
  const person = { user_id: user.user_id, ...planted, generation: 1 }
  const linkOf = (ring: string[]) => createLivenessAddresses(createKeyRing(ring.join('\n')), balancer.url).urlOf(person)
  let link = linkOf(rings.SIGNING_SECRET)

  const load = startLoad({ url: balancer.url, user, token, accounts, link: () => link }, PER_SECOND)
  const machine = await stage.issuer.machineToken()
  /** A person at the desk acts, and personal data goes into the journal. */
  let deskFailed = 0
  async function actAtDesk(): Promise<void> {
    const answer = await fetch(`${desk.base_url}/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${machine}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `drill ${randomUUID()}`, reason: 'drill' }),
    })
    if (answer.status === 201) return
    deskFailed += 1
    say(`  the desk answered ${answer.status} ${await answer.text()}`)
  }
  /** The other users' keys are used now and then too: an unused key is not hashed again. */
  const useOthers = () =>
    Promise.all(
      stage.others.map(async ({ api_key }) => {
        const headers = { 'x-api-key': api_key, nonce: randomUUID() }
        await (await fetch(`${balancer.url}/v1/crossborder/clients`, { headers })).text()
      }),
    )

  async function roll(setting: RingSetting): Promise<void> {
    if (setting !== 'DESK_SECRET')
      for (const [at, place] of places.entries()) {
        await apis[at]!.stop()
        apis[at] = await startReady(stage, place, env())
      }
    if (setting === 'SIGNING_SECRET') {
      await worker.stop()
      worker = await stage.startWorker(env())
    }
    await desk.stop()
    desk = await stage.startDesk(env())
    await until(() => desk.told()?.ready === true, 30_000)
    await actAtDesk()
  }
  /** The status from the operator's command. */
  async function status(setting: RingSetting, secret: string): Promise<KeyStatus> {
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--json', 'secrets', 'status'], {
      env: { PATH: process.env['PATH'], DATABASE_DESK_URL: stage.database.desk, ...env() },
    })
    const { name } = createKeyRing(secret).newest
    return (JSON.parse(stdout) as KeyStatus[]).find((one) => one.setting === setting && one.key === name)!
  }

  await actAtDesk()
  await pause(5_000)
  for (const setting of Object.keys(rings) as RingSetting[]) {
    if (TURNED.length > 0 && !TURNED.includes(setting)) continue
    const [old, next] = [rings[setting][0]!, newSecret()]
    rings[setting] = [old, next]
    await roll(setting)
    rings[setting] = [next, old]
    await roll(setting)
    const atFirst = await status(setting, old)
    await useOthers()
    let last = atFirst
    const took = await until(async () => {
      last = await status(setting, old)
      return last.says.startsWith('it can be removed')
    }, WAIT_MS)
    must(took !== undefined, `${setting}: nothing is left under the old one (${last.left_in}: ${last.says})`)
    say(`${setting}: added, made the newest; ${atFirst.left} rows left then, none ${seconds(took)} later`)
    // The link is replaced by a new one; objects from earlier steps are used by now.
    link = linkOf(rings.SIGNING_SECRET)
    await pause(10_000)
    rings[setting] = [next]
    await roll(setting)
    say(
      `${setting}: the old one is removed; so far ${JSON.stringify(load.tally.asked)}, failed ${JSON.stringify(load.tally.failed)}`,
    )
    for (const why of load.tally.first.splice(0)) say(`  ${why}`)
  }
  await pause(5_000)
  const { asked, failed, first: reasons } = await load.stop()

  const told = `select id from events where user_id = $1 and type = 'crossborder.account.updated'`
  const { rows: events } = await admin.query<{ id: string }>(told, [user.user_id])
  await until(() => countUnheard(sink, events) === 0, 120_000)
  const lost = countUnheard(sink, events)
  const secret = readSecret(listening.secret)
  const unsigned = sink.heard.filter(({ headers, body, at }) =>
    signatureRefusal(headers as unknown as SignedHeaders, body, secret, new Date(at)),
  ).length

  const pool = openPool({ connectionString: stage.database.desk, size: 2, name: 'drill' })
  const [deskKeys, peppers] = [
    createKeyRing(rings.DESK_SECRET.join('\n')),
    createKeyRing(rings.API_KEY_PEPPER.join('\n')),
  ]
  const kept = createRetiredKeys({ pool, deskKeys, peppers, log: createLog('silent') })
  await kept.settle()
  const { rows: entries } = await pool.query<{ sealed: Buffer; request_id: string }>(
    'select sealed, request_id from audit_log where sealed is not null',
  )
  const unread = entries.filter(({ sealed, request_id }) => {
    try {
      return kept.sealOf(JOURNAL).open(sealed, request_id).length === 0
    } catch {
      return true
    }
  }).length
  await pool.end()

  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0) + deskFailed
  say(
    JSON.stringify({
      asked,
      failed,
      desk_failed: deskFailed,
      events: events.length,
      lost,
      unsigned,
      journal: entries.length,
      unread,
    }),
  )
  for (const reason of reasons) say(`  ${reason}`)
  must(failures === 0, `none fails: ${failures} did`)
  must(events.length > 0 && lost === 0, `every event is heard: ${lost} of ${events.length} were not`)
  must(unsigned === 0, `each is signed with the secret that was given: ${unsigned} were not`)
  must(unread === 0, `every entry of the journal is read: ${unread} of ${entries.length} are not`)
  await balancer.stop()
  await sink.close()
  await stage.close()
})

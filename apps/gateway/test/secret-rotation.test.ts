import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { actOf } from '@eclusa/testing/audit-log.ts'
import { createTestBackoffice, DESK_SECRET } from '@eclusa/testing/backoffice.ts'
import { PEPPER, SIGNING_SECRET } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { ENDPOINTS, effects } from '@eclusa/testing/webhooks.ts'
import { createTestJobs, createTestWorkerServices, startDeliverer } from '@eclusa/testing/worker.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reencryptRevisions } from '../src/areas/crossborder/reencrypt-revisions.job.ts'
import { reencryptEndpointSecrets } from '../src/areas/webhooks/reencrypt-endpoint-secrets.job.ts'
import { adoptKeyHashes } from '../src/backoffice/admin/adopt-key-hashes.job.ts'
import { verifyTraces } from '../src/backoffice/audit-log/verify-records-against-events.ts'
import { writeJournal } from '../src/backoffice/audit-log/write-audit-log.ts'
import { secretsLeft } from '../src/cli/pending-reencryption.ts'
import { eventTypes } from '../src/event-types.ts'
import { WEBHOOK_SECRETS } from '../src/events/delivery/attempt.ts'
import { Deliverer } from '../src/events/delivery/deliver-webhooks.ts'
import { createApiKeyVerifier } from '../src/http/auth/api-key.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { runTransaction } from '../src/platform/db/transaction.ts'
import { createCipher } from '../src/platform/encryption.ts'
import { runJob } from '../src/platform/jobs/pg-boss.ts'
import { createKeyRing } from '../src/platform/key-ring.ts'
import { recordNewestKey } from '../src/platform/key-rotation-state.ts'
import { createLog } from '../src/platform/observability/log.ts'

const NEW = 'the newest of all secrets of this test, long enough'
const promoted = (old: string) => `${NEW}\n${old}`
const name = (secret: string) => createKeyRing(secret).newest.name

let gateway: TestGateway
let user: TestUser
let sink: WebhookSink
let worker: ReturnType<typeof openPool>
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  sink = await startWebhookSink(() => 204)
  worker = openPool({ connectionString: gateway.db.worker, size: 1, name: 'test-worker' })
  await seedNetworks(gateway.db.admin, user.user_id)
})
afterAll(async () => {
  await worker.end()
  await gateway.close()
  await sink.close()
})

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await gateway.db.admin.query(text, values)).rows as Row[]

async function endpoint(): Promise<{ id: string; secret: string; path: string }> {
  const path = `/${randomUUID()}`
  const body = { url: sink.url + path, event_types: ['crossborder.account.updated'] }
  const { body: made } = await gateway.ask({ method: 'POST', url: ENDPOINTS, as: user, body })
  return { id: String(made['id']), secret: String(made['secret']), path }
}

/** The same request twice would be a repeat. */
let hours = 0
const rotate = (id: string) => {
  const body = { previous_valid_hours: (hours += 1) }
  return gateway.ask({ method: 'POST', url: `${ENDPOINTS}/${id}/secret/rotate`, as: user, body })
}

const endpointRows = () =>
  rows<{ secret: Buffer; previous_secret: Buffer | null; id: string }>(
    `select id, secret, previous_secret, version, updated_at from webhook_endpoints order by id`,
  )

/** Problems in the records of this database, as `eclusa journal verify` finds them. */
async function wrong() {
  const auditor = openPool({ connectionString: gateway.db.auditor, size: 2, name: 'test-auditor' })
  const tables = new Map(eventTypes.map(({ type, table }) => [type, table]))
  const verdict = await verifyTraces(auditor, tables, () => {})
  await auditor.end()
  // Planted by the test.
  return verdict.wrong.filter(({ table }) => table !== 'webhook_networks')
}

async function left(texts: Partial<Record<'SIGNING_SECRET' | 'DESK_SECRET' | 'API_KEY_PEPPER', string>> = {}) {
  const desk = openPool({ connectionString: gateway.db.desk, size: 2, name: 'test-status' })
  const all = await secretsLeft(desk, { SIGNING_SECRET, DESK_SECRET, API_KEY_PEPPER: PEPPER, ...texts })
  await desk.end()
  return (secret: string) => all.find(({ key }) => key === name(secret))!
}

describe('SIGNING_SECRET', () => {
  it('stored values are re-encrypted without an event, the old one is removed, and everything can be read', async () => {
    const made = await endpoint()
    const rotated = await endpoint()
    const { body: second } = await rotate(rotated.id)
    const { url } = await gateway.account(user)
    for (const account_number of ['987654321', '123456789'])
      expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { account_number } })).status).toBe(200)
    const before = await endpointRows()
    const [{ events }] = (await rows<{ events: string }>('select count(*) as events from events')) as [
      { events: string },
    ]
    expect((await left({ SIGNING_SECRET: promoted(SIGNING_SECRET) }))(SIGNING_SECRET)).toMatchObject({
      place: 'older',
      left: 5,
      left_in: 'webhook_endpoints.secret 2, webhook_endpoints.previous_secret 1, crossborder_revisions.sealed 2',
      says: expect.stringContaining('wait') as string,
    })

    // With a single key there is nothing to compare and nothing to do.
    const still = createTestJobs(gateway)
    await still.run(reencryptEndpointSecrets)
    await still.close()
    expect(await endpointRows()).toEqual(before)

    const jobs = createTestJobs(gateway, { settings: { SIGNING_SECRET: promoted(SIGNING_SECRET) } })
    await recordNewestKey(worker, 'SIGNING_SECRET', createKeyRing(SIGNING_SECRET))
    await recordNewestKey(worker, 'SIGNING_SECRET', createKeyRing(promoted(SIGNING_SECRET)))
    for (const job of [reencryptEndpointSecrets, reencryptRevisions, reencryptEndpointSecrets]) await jobs.run(job)
    await jobs.close()

    const after = await endpointRows()
    const anew = { secret: expect.any(Buffer) as Buffer, previous_secret: expect.anything() as Buffer | null }
    expect(after).toEqual(
      before.map((row) => ({ ...row, ...anew, ...(!row.previous_secret && { previous_secret: null }) })),
    )
    expect(await rows('select distinct encryption_key_name(secret) as key from webhook_endpoints')).toEqual([
      { key: name(NEW) },
    ])
    expect(await rows('select distinct encryption_key_name(sealed) as key from crossborder_revisions')).toEqual([
      { key: name(NEW) },
    ])
    expect(await rows('select count(*) as events from events')).toEqual([{ events }])
    expect(await wrong()).toEqual([])
    const status = await left({ SIGNING_SECRET: promoted(SIGNING_SECRET) })
    expect(status(SIGNING_SECRET)).toMatchObject({
      left: 0,
      left_in: '',
      says: expect.stringContaining('can be removed') as string,
    })
    expect(status(NEW)).toMatchObject({ place: 'newest', left: 5 })

    // Only the new one is left, and every receiver still verifies webhooks with its own secret.
    await effects(gateway, user, 1)
    const deliverer = startDeliverer(gateway.db, { SIGNING_SECRET: NEW })
    const heard = (path: string) => sink.heard.filter((call) => call.path === path)
    const waiting = () => rows(`select id from webhook_deliveries where status <> 'DELIVERED'`)
    await expect.poll(waiting).toEqual([])
    await deliverer.stop()
    for (const [path, secret] of [
      [made.path, made.secret],
      [rotated.path, rotated.secret],
      [rotated.path, String(second['secret'])],
    ] as const) {
      const { body, headers } = heard(path)[0]!
      new Webhook(secret).verify(body, headers as Record<string, string>)
    }
    const kept = await rows<{ sealed: Buffer; object_id: string; version: string }>(
      'select sealed, object_id, version::text from crossborder_revisions',
    )
    expect(kept).toHaveLength(2)
    const seal = createCipher(createKeyRing(NEW), 'earlier values of clients')
    for (const { sealed, object_id, version } of kept)
      expect(JSON.parse(seal.open(sealed, `${object_id} ${version}`).toString())).toHaveProperty('account_number')
  })

  it('during a re-encryption with a concurrent rotation by the owner, neither secret is lost', async () => {
    const { id, secret } = await endpoint()
    const jobs = createTestJobs(gateway, { settings: { SIGNING_SECRET: promoted(SIGNING_SECRET) } })
    const secrets = [secret]
    for (let n = 0; n < 5; n += 1) {
      const [rotated] = await Promise.all([rotate(id), jobs.run(reencryptEndpointSecrets)])
      expect(rotated.status).toBe(200)
      secrets.push(String(rotated.body['secret']))
    }
    await jobs.run(reencryptEndpointSecrets)
    await jobs.close()
    const [stored] = await rows<{ secret: Buffer; previous_secret: Buffer }>(
      'select secret, previous_secret from webhook_endpoints where id = $1',
      [id],
    )
    const seal = createCipher(createKeyRing(NEW), 'webhook secrets')
    const opened = [stored!.previous_secret, stored!.secret].map(
      (one) => `whsec_${seal.open(one, id).toString('base64')}`,
    )
    expect(opened).toEqual(secrets.slice(-2))
    expect(await wrong()).toEqual([])
  })

  it('the login that re-encrypts can change nothing else without a trace', async () => {
    const { id } = await endpoint()
    const set = (column: string) =>
      worker.query(`update webhook_endpoints set ${column} where id = $1`, [id]).then(
        () => 'done',
        ({ message }: Error) => message,
      )
    expect(await set(`secret = '\\x00'`)).toContain('is refused: it has no event')
    expect(await set(`url = 'https://else.example'`)).toContain('permission denied')
    await rows(`update webhook_endpoints set secret = secret || '\\x00' where id = $1`, [id])
    expect(await wrong()).toMatchObject([{ table: 'webhook_endpoints', id, reason: 'CHANGED' }])
    await rows('update webhook_endpoints set secret = substring(secret from 1 for length(secret) - 1) where id = $1', [
      id,
    ])
    expect(await wrong()).toEqual([])
  })

  it('removed too early is reported, with one key left and with several', async () => {
    const { id } = await endpoint()
    const jobs = createTestJobs(gateway, { settings: { SIGNING_SECRET: promoted(SIGNING_SECRET) } })
    await jobs.run(reencryptEndpointSecrets)
    await jobs.close()
    const [was] = await rows<{ secret: Buffer }>('select secret from webhook_endpoints where id = $1', [id])
    const seals = (secret: Buffer) => rows('update webhook_endpoints set secret = $2 where id = $1', [id, secret])
    const services = createTestWorkerServices(gateway.db, { SIGNING_SECRET: NEW })
    const told = async () => {
      await runJob(reencryptEndpointSecrets, services, {}, 'reseal')
      return /^eclusa_sealed_left{purpose="webhook secrets",column="secret"} (\d+)$/m.exec(services.metrics.text())?.[1]
    }
    expect(await told()).toBe('0')
    const lost = createCipher(createKeyRing(`${NEW}!\n${NEW}`), WEBHOOK_SECRETS)
    await seals(lost.close(Buffer.alloc(24), id))
    expect(await told()).toBe('1')
    await seals(was!.secret)
    expect(await told()).toBe('0')
    await services.close()
  })

  it('that is missing is reported in the log and in readiness, does not count as a failed delivery, and recovers', async () => {
    const { id, path } = await endpoint()
    const logged: string[] = []
    const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }))
    const said = () => logged.filter((line) => line.includes('webhook_secret_unreadable'))
    const blind = { ...createTestWorkerServices(gateway.db, { SIGNING_SECRET: `${NEW}!` }), log }
    const deliverer = new Deliverer(blind).start()
    await effects(gateway, user, 3)
    await expect.poll(() => said().length).toBeGreaterThan(0)
    await pause(500)
    expect(said().filter((line) => line.includes(id))).toHaveLength(1)
    expect(await deliverer.check.look()).toMatchObject({ status: 'degraded' })
    await deliverer.stop()
    await blind.close()
    const waiting = await rows(
      'select distinct status, attempt_count, attempts from webhook_deliveries where endpoint_id = $1',
      [id],
    )
    expect(waiting).toEqual([{ status: 'PENDING', attempt_count: 0, attempts: [] }])
    const [health] = await rows(
      'select enabled, consecutive_failures, failing_since from webhook_endpoints where id = $1',
      [id],
    )
    expect(health).toEqual({ enabled: true, consecutive_failures: 0, failing_since: null })

    await rows('update webhook_deliveries set due_at = now()')
    const mended = startDeliverer(gateway.db, { SIGNING_SECRET: promoted(SIGNING_SECRET) })
    await expect.poll(() => sink.heard.filter((call) => call.path === path).length).toBe(3)
    await mended.stop()
  })
})

describe('API_KEY_PEPPER', () => {
  it('keys in use are hashed again, with an entry in the journal; others end with the old pepper', async () => {
    const [used, unused] = [await gateway.apiKey(user), await gateway.apiKey(user)]
    const { pool } = gateway.services
    const verify = (secrets: string) => createApiKeyVerifier(pool, pool, createKeyRing(secrets), 'live')
    const verdict = (secrets: string, key: string) =>
      verify(secrets)(key, true).then(String, ({ message }: Error) => message)
    expect(await verdict(NEW, used.key)).not.toBe(user.user_id)
    // With the newer pepper in second place the key is verified, and its hash is not replaced.
    expect(await verdict(`${PEPPER}\n${NEW}`, used.key)).toBe(user.user_id)
    expect(await rows('select id from api_key_rehashes')).toEqual([])
    for (let n = 0; n < 2; n += 1) expect(await verdict(promoted(PEPPER), used.key)).toBe(user.user_id)
    expect(await rows('select id, pepper from api_key_rehashes')).toEqual([{ id: used.key_id, pepper: name(NEW) }])
    expect((await left({ API_KEY_PEPPER: promoted(PEPPER) }))(PEPPER)).toMatchObject({ left: 2 })

    const jobs = createTestJobs(gateway)
    await jobs.run(adoptKeyHashes)
    await jobs.close()
    expect(await rows('select id from api_key_rehashes')).toEqual([])
    expect((await left({ API_KEY_PEPPER: promoted(PEPPER) }))(PEPPER)).toMatchObject({
      left: 1,
      left_in: 'api_keys 1',
      says: expect.stringContaining('ends the API keys') as string,
    })
    expect(await verdict(promoted(PEPPER), used.key)).toBe(user.user_id)
    expect(await verdict(NEW, used.key)).toBe(user.user_id)
    expect(await verdict(PEPPER, used.key)).not.toBe(user.user_id)
    expect(await verdict(promoted(PEPPER), unused.key)).toBe(user.user_id)
    expect(await verdict(NEW, unused.key)).not.toBe(user.user_id)
    expect(await wrong()).toEqual([])
  })
})

describe('DESK_SECRET', () => {
  it('the journal is readable after its secret is removed, and after the next one is', async () => {
    const THIRD = 'the third secret of this desk, which is long enough'
    const at = async (secrets: string) => {
      const { services, close } = await createTestBackoffice(gateway, { DESK_SECRET: secrets })
      await services.keptKeys.settle()
      return { ...services, close }
    }
    const written: { request_id: string; sealed: Buffer }[] = []
    const turn = async (secrets: string, reads: boolean[]) => {
      const desk = await at(secrets)
      const seen = written.map(({ sealed, request_id }) => {
        try {
          return desk.journalSeal.open(sealed, request_id).length > 0
        } catch {
          return false
        }
      })
      expect(seen).toEqual(reads)
      const act = { ...actOf(written.length), request_id: randomUUID() }
      await runTransaction(desk.pool, { work: async (tx) => writeJournal(tx, desk.journalSeal, act) })
      const [entry] = await rows<{ sealed: Buffer }>('select sealed from audit_log order by sequence desc limit 1')
      written.push({ request_id: act.request_id, sealed: entry!.sealed })
      await desk.close()
    }
    await turn(DESK_SECRET, [])
    await turn(`${DESK_SECRET}\n${NEW}`, [true])
    // A key that was only added is not encrypted under the one it is to replace.
    expect(await rows('select name from retired_keys')).toEqual([])
    await turn(`${NEW}\n${DESK_SECRET}`, [true, true])
    expect((await left({ DESK_SECRET: promoted(DESK_SECRET) }))(DESK_SECRET)).toMatchObject({
      left: 0,
      says: expect.stringContaining('can be removed') as string,
    })
    await turn(NEW, [true, true, true])
    await turn(`${NEW}\n${THIRD}`, [true, true, true, true])
    await turn(`${THIRD}\n${NEW}`, [true, true, true, true, true])
    await turn(THIRD, [true, true, true, true, true, true])
    const stranger = await at('another secret than any of the desk, long enough')
    expect(() => stranger.journalSeal.open(written[0]!.sealed, written[0]!.request_id)).toThrow('cannot be decrypted')
    await stranger.close()
  })
})

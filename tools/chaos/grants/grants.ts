import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLivenessAddresses } from '@eclusa/gateway/src/areas/onboarding/liveness/address.ts'
import { kept } from '@eclusa/gateway/src/backoffice/audit-log/audit-subjects.ts'
import { keep } from '@eclusa/gateway/src/backoffice/audit-log/bootstrap-action.ts'
import { addTarget, insertProduct } from '@eclusa/gateway/src/http/scope/product-store.ts'
import { insertUser } from '@eclusa/gateway/src/http/scope/user-store.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { runDesk } from '@eclusa/gateway/src/run-backoffice.ts'
import { readApiSettings, readDeskSettings, readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { createDatabase, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { seed, seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type ToldEvent, tellEvents } from './emit-events.ts'

const ends = ['grant', 'product', 'user'] as const
type GrantsEnd = (typeof ends)[number]

const ways: Record<GrantsEnd, (of: { user_id: string; product_id: string }) => string> = {
  grant: ({ user_id, product_id }) => `/v1/products/${product_id}/users/${user_id}/remove`,
  product: ({ product_id }) => `/v1/products/${product_id}/deactivate`,
  user: ({ user_id }) => `/v1/users/${user_id}/deactivate`,
}
/** How many requests for the link and for the file run continuously; and how many writes. */
const READERS = 2
const WRITERS = 3

export interface GrantFindings {
  rounds: number
  /** Counts of uses before a revocation. If they are 0, the drill has tested nothing. */
  delivered_before: number
  opened_before: number
  downloaded_before: number
  /** Deliveries that waited and were stopped by a revocation. */
  deliveries_canceled: number
  delivered_after: number
  opened_after: number
  downloaded_after: number
}

/**
 * Revokes grants, products and users, each while events are delivered, a link is opened and a file downloaded. Everything
 * received after the commit, or requested after it and returned, is counted.
 */
export async function endUnderLoad(
  adminUrl: string,
  roundsOfEach: number,
  say: (line: string) => void,
): Promise<GrantFindings> {
  const stage = await openStage(adminUrl)
  const found: GrantFindings = {
    rounds: 0,
    delivered_before: 0,
    opened_before: 0,
    downloaded_before: 0,
    deliveries_canceled: 0,
    delivered_after: 0,
    opened_after: 0,
    downloaded_after: 0,
  }
  try {
    for (let round = 0; round < roundsOfEach; round += 1) {
      for (const end of ends) await endOnce(stage, end, found)
      if (round % 10 === 9) say(JSON.stringify(found))
    }
    return found
  } finally {
    await stage.close()
  }
}

async function endOnce(stage: GrantsEnvironment, end: GrantsEnd, found: GrantFindings): Promise<void> {
  const made = await makeUnderGrant(stage)
  const { headers, target, product_id, endpoint_id, path } = made
  const clock = { committed: { wall: Infinity, time: Infinity }, stopping: false }
  const reading = async (url: string, kind: 'opened' | 'downloaded') => {
    while (!clock.stopping) {
      const asked = performance.now()
      const status = await statusOf(url, {})
      const when = asked > clock.committed.time ? 'after' : 'before'
      if (status === 200) found[`${kind}_${when}` as const] += 1
    }
  }
  const writing = async () => {
    while (!clock.stopping) {
      const body = JSON.stringify(client())
      const sent = { method: 'POST', headers: { ...headers(), 'content-type': 'application/json' }, body }
      if ((await statusOf(`${stage.base_url}/v1/crossborder/clients`, sent)) !== 201) await pause(10)
    }
  }
  const load = [
    ...Array.from({ length: WRITERS }, writing),
    ...Array.from({ length: READERS }, () => reading(made.link, 'opened')),
    ...Array.from({ length: READERS }, () => reading(made.file, 'downloaded')),
  ]
  await tellEvents(stage.db, backlog(target, product_id))
  await pause(Math.random() * 600)
  await stage.end(ways[end]({ user_id: target, product_id }))
  clock.committed = { wall: Date.now(), time: performance.now() }
  await pause(200)
  clock.stopping = true
  await Promise.all(load)
  found.deliveries_canceled += await settle(stage, target, endpoint_id)
  const heard = stage.sink.heard.filter((one) => one.path === path)
  found.delivered_after += heard.filter(({ at }) => at > clock.committed.wall).length
  found.delivered_before += heard.filter(({ at }) => at <= clock.committed.wall).length
  found.rounds += 1
  stage.sink.heard.length = 0
}

/** A busy machine drops a connection now and then; nothing was received on it. */
async function statusOf(url: string, sent: RequestInit): Promise<number> {
  try {
    const answer = await fetch(url, sent)
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** Waits until no delivery waits for the endpoint, and returns how many were stopped. */
async function settle({ db }: GrantsEnvironment, user_id: string, endpoint_id: string): Promise<number> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { rows } = await db.query<{ pending: number; canceled: number }>(
      `select count(*) filter (where status = 'PENDING')::integer as pending,
         count(*) filter (where status = 'CANCELED')::integer as canceled
       from webhook_deliveries where user_id = $1 and endpoint_id = $2`,
      [user_id, endpoint_id],
    )
    if (rows[0]!.pending === 0) return rows[0]!.canceled
    await pause(50)
  }
  throw new Error('deliveries to an endpoint that has ended go on waiting')
}

/** More than can be delivered before the revocation: some of them wait then, and some are in flight. */
function backlog(user_id: string, product_id: string): ToldEvent[] {
  const [at, object_id] = [Date.now(), randomUUID()]
  const created_at = new Date(at).toISOString()
  return Array.from({ length: 200 }, (_, n) => ({
    user_id,
    product_id,
    id: uuidv7(at),
    object_id,
    sequence: n + 1,
    created_at,
  }))
}

const client = () => ({
  name: 'Ada Clement',
  type: 'NATURAL_PERSON',
  country: 'US',
  nationality: 'American',
  document: randomUUID(),
  document_type: 'PASSPORT',
  email: 'ada@clement.example',
  address: { street_line_1: '2 Bay Street', city: 'Miami', state: 'FL', postal_code: '33101', country: 'US' },
})

/** A target user of a product of its own, and one of each object that an owner can create for it. */
async function makeUnderGrant(stage: GrantsEnvironment) {
  const { base_url, bootstrap, owner, db, sink, addresses } = stage
  const [target, product_id] = [randomUUID(), randomUUID()]
  await keep(bootstrap, { operation: 'drill', subject: { type: 'user', id: target } }, async (tx) => {
    await insertUser(tx, target, 'target')
    await insertProduct(tx, { id: product_id, name: 'drill', owner_id: owner.user_id, is_default: false })
    await addTarget(tx, { product_id, user_id: target })
    const members = [owner.user_id, target].map((user_id) => kept.membership({ user_id, product_id }))
    return { answer: undefined, records: [kept.user(target), kept.product(product_id), ...members] }
  })
  await seedNetworks(db, target)
  const headers = () => ({
    'x-api-key': owner.api_key,
    nonce: randomUUID(),
    'x-product-uuid': product_id,
    'x-product-target-user-uuid': target,
  })
  const ask = async (method: string, route: string, body?: object) => {
    const answer = await fetch(base_url + route, {
      method,
      headers: { ...headers(), ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    if (answer.status >= 300) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const path = `/${product_id}`
  const endpoint = await ask('POST', '/v1/webhooks/endpoints', { url: sink.url + path })
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const upload = await ask('POST', '/v1/storage/upload', {
    file_type: 'OTHERS',
    file_name: 'drill.pdf',
    size: bytes.length,
    sha256: Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
  })
  const put = await fetch(upload['url']!, { method: 'PUT', headers: upload['headers'] as never, body: bytes })
  if (put.status !== 200) throw new Error(`the bytes were refused: ${put.status} ${await put.text()}`)
  await ask('POST', `/v1/storage/upload/${upload['file_id']}/confirm`)
  const { url: file } = await ask('GET', `/v2/storage/files/${upload['file_id']}/url`)
  const link = addresses.urlOf({ user_id: target, ...(await makeLink(stage, target, product_id)), generation: 1 })
  return { headers, target, product_id, endpoint_id: endpoint['id']!, path, file: file!, link }
}

/** An open liveness page, of an onboarding that an owner began for a target user. */
export async function makeLink({ db }: Pick<GrantsEnvironment, 'db'>, user_id: string, product_id: string) {
  const [account_id, onboarding_id, liveness_id] = [randomUUID(), randomUUID(), randomUUID()]
  await db.query(
    `insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
       version, created_at, updated_at)
     values ($1, $2::uuid, $3, 'NATURAL_PERSON', 'pending', 'P', 'P', $2::text, 'p@eclusa.example', true, 1, now(), now())`,
    [user_id, account_id, product_id],
  )
  await db.query(
    `insert into onboardings (user_id, id, product_id, account_id, person_type, status, document, full_name, address,
       liveness_method, submitted_at, grant_id, version, created_at, updated_at)
     select $1, $2, $3, $4, 'NATURAL_PERSON', 'approved', 'd', 'P', '{}', 'LINK', now(), grant_id, 1, now(), now()
     from product_users where user_id = $1 and product_id = $3`,
    [user_id, onboarding_id, product_id, account_id],
  )
  await db.query(
    `insert into liveness_checks (user_id, onboarding_id, id, status, method, version, created_at, updated_at, product_id)
     values ($1, $2, $3, 'WAITING_SUBMISSION', 'LINK', 1, now(), now(), $4)`,
    [user_id, onboarding_id, liveness_id, product_id],
  )
  return { onboarding_id, liveness_id }
}

type GrantsEnvironment = Awaited<ReturnType<typeof openStage>>

async function openStage(adminUrl: string) {
  const name = `eclusa_grants_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const signingSecret = randomBytes(32).toString('hex')
  const users = await seed(database, pepper)
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-grants-'))
  const [port, deskPort] = [String(await freePort()), String(await freePort())]
  const issuer = await startIssuer(users, 0, `http://localhost:${deskPort}`)
  const environment = {
    ...gatewayEnvironment({ database, issuer, pepper, signingSecret, folder, port }),
    LOG_LEVEL: 'silent',
    WEBHOOK_TIMEOUT_SECONDS: '2',
  }
  const api = await runApi(readApiSettings(environment))
  const worker = await runWorker(readWorkerSettings(environment))
  const sink = await startWebhookSink(() => 204, 20)
  const db = openAdminPool(adminUrl, name, 4)
  const bootstrap = openPool({ connectionString: database.bootstrap, size: 2, name: 'drill' })
  const deskOwn = {
    DATABASE_DESK_URL: database.desk,
    DESK_PORT: deskPort,
    DESK_SECRET: signingSecret,
    DESK_SECOND_EYES: 'none',
  }
  const desk = await runDesk(readDeskSettings({ ...environment, ...issuer.deskSettings, ...deskOwn }))
  const machine = await issuer.machineToken()
  return {
    base_url: api.base_url,
    owner: users[0]!,
    addresses: createLivenessAddresses(createKeyRing(signingSecret), environment.PUBLIC_URL),
    bootstrap,
    /** A machine of the institution revokes. */
    async end(path: string) {
      const answer = await fetch(`${desk.base_url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${machine}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'drill' }),
      })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    },
    db,
    sink,
    async close() {
      await worker.stop()
      await api.stop()
      await sink.close()
      await issuer.close()
      await desk.stop()
      await bootstrap.end()
      await db.end()
      await rm(folder, { recursive: true, force: true })
      await dropDatabase(adminUrl, name)
    },
  }
}

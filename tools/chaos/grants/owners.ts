import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listEventsOf } from '@eclusa/gateway/src/areas/webhooks/event-store.ts'
import { scopeOfOwner } from '@eclusa/gateway/src/http/scope/scope.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { readApiSettings, readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { createDatabase, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { seed } from '@eclusa/simulators/seed.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { comparePages, type PagedList } from '@eclusa/testing/load/page-cost.ts'
import type pg from 'pg'
import { tellEvents } from './emit-events.ts'

const BATCH = 1_000
const PAGE_SIZE = 100

export interface OwnerFindings {
  targets: number
  events: number
  pages: number
  listed: number
  heard: number
  never_listed: number
  never_heard: number
  /** Events of users outside the product, listed or delivered. */
  of_others: number
  /** Pages and deliveries with a later event of an object before an earlier one. */
  out_of_order: number
  deep_page_ratio: number
  /** Whether the worker finds an event of another user by an index. */
  delivery_by_index: boolean
}

/** An owner of a product with many target users lists their events, page by page, and receives them. */
export async function tellOwner(
  adminUrl: string,
  { targets, events, depth }: { targets: number; events: number; depth: number },
  say: (line: string) => void,
): Promise<OwnerFindings> {
  const name = `eclusa_owners_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(database, pepper)
  const owner = users[0]!
  const issuer = await startIssuer(users)
  const environment = { ...gatewayEnvironment({ database, issuer, pepper }), LOG_LEVEL: 'silent' }
  const api = await runApi(readApiSettings(environment))
  const sink = await startWebhookSink()
  const db = openAdminPool(adminUrl, name, 2)
  const ask = (path: string, body?: object) =>
    fetch(api.base_url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': owner.api_key, nonce: randomUUID(), ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
  try {
    const made = await ask('/v1/webhooks/endpoints', { url: `${sink.url}/owner`, scope: 'PRODUCT' })
    if (made.status !== 201) throw new Error(`the endpoint was refused: ${await made.text()}`)
    say(`${targets} target users …`)
    const ids = await seedTargets(db, owner.product_id, targets)
    say(`${events} events, and as many of nobody's …`)
    const told = await tell(db, owner.product_id, ids, events)
    await db.query('vacuum analyze events, webhook_deliveries')

    say('listing …')
    const listed: { id: string; user_id: string; object_id: string; sequence: number }[] = []
    let pages = 0
    let state: string | undefined
    do {
      const query = `scope=PRODUCT&order=asc&page_size=${PAGE_SIZE}${state ? `&page_state=${state}` : ''}`
      const answer = await ask(`/v1/events?${query}`)
      const page = (await answer.json()) as { data: typeof listed; page_state?: string }
      if (answer.status !== 200) throw new Error(JSON.stringify(page))
      listed.push(...page.data)
      state = page.page_state
      pages += 1
    } while (state)

    say('hearing …')
    const worker = await runWorker(readWorkerSettings(environment))
    const heard = new Map<string, string>()
    for (let still = 0; still < 100 && heard.size < told.size; still += 1) {
      await pause(100)
      const fresh = sink.heard.splice(0)
      if (fresh.length > 0) still = 0
      for (const { body } of fresh) {
        const event = JSON.parse(body) as { id: string; user_id: string; product_id: string }
        heard.set(event.id, event.product_id === owner.product_id ? event.user_id : '')
      }
    }
    await worker.stop()

    const targetIds = new Set(ids)
    const listedIds = new Set(listed.map(({ id }) => id))
    const strange = [...listed.map(({ user_id }) => user_id), ...heard.values()].filter((id) => !targetIds.has(id))
    return {
      targets,
      events,
      pages,
      listed: listed.length,
      heard: heard.size,
      never_listed: [...told].filter((id) => !listedIds.has(id)).length,
      never_heard: [...told].filter((id) => !heard.has(id)).length,
      of_others: strange.length,
      out_of_order: outOfOrder(listed),
      deep_page_ratio: await deepPageRatio(database.api, owner, depth),
      delivery_by_index: await foundByIndex(db),
    }
  } finally {
    await api.stop()
    await sink.close()
    await issuer.close()
    await db.end()
    await dropDatabase(adminUrl, name)
  }
}

async function seedTargets(db: pg.Pool, product_id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await db.query(`insert into users (id, name) select id, 'target' from unnest($1::uuid[]) id`, [ids])
  await db.query(
    `insert into product_users (user_id, product_id, role) select id, $2, 'TARGET' from unnest($1::uuid[]) id`,
    [ids, product_id],
  )
  return ids
}

/** Events of target users, written in batches; and as many of the same users outside the product. */
async function tell(db: pg.Pool, product_id: string, users: string[], count: number): Promise<Set<string>> {
  const told = new Set<string>()
  const objects = users.map(() => randomUUID())
  const began = Date.now() - count
  for (let first = 0; first < count; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, n) => {
      const at = began + first
      const user = (first + n) % users.length
      return {
        id: uuidv7(at),
        at,
        user_id: users[user]!,
        object_id: objects[user]!,
        sequence: 1 + Math.floor((first + n) / users.length),
      }
    })
    for (const under of [product_id, null]) {
      const events = batch.map(({ at, ...event }) => ({
        ...event,
        id: under ? event.id : uuidv7(at),
        product_id: under,
        created_at: new Date(at).toISOString(),
      }))
      await tellEvents(db, events)
      if (under) for (const { id } of events) told.add(id)
    }
  }
  return told
}

function outOfOrder(listed: { object_id: string; sequence: number }[]): number {
  const last = new Map<string, number>()
  let wrong = 0
  for (const { object_id, sequence } of listed) {
    if (sequence < (last.get(object_id) ?? 0)) wrong += 1
    last.set(object_id, sequence)
  }
  return wrong
}

async function deepPageRatio(apiUrl: string, owner: { user_id: string; product_id: string }, depth: number) {
  const pool = openPool({ connectionString: apiUrl, size: 1, name: 'owners' })
  const list: PagedList = {
    name: 'listEvents',
    sort: 'created_at',
    scope: scopeOfOwner(owner.user_id, owner.product_id),
    rows: (tx, page) => listEventsOf(tx, { scope: 'PRODUCT' }, page),
  }
  const { median } = await comparePages(pool, list, depth)
  await pool.end()
  return Math.round(median * 1_000) / 1_000
}

/** The event of a delivery to an owner is found by the key of the event. */
async function foundByIndex(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `explain (format json) select type from events
     where user_id = $1 and created_at = now() and id = $1`,
    [randomUUID()],
  )
  return !JSON.stringify(rows[0]!['QUERY PLAN']).includes('Seq Scan')
}

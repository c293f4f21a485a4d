import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type DatabaseUrls, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { type Postgres, startPostgres } from '@eclusa/simulators/postgres.ts'
import { type SeededUser, seed, seedAccount, seedClient } from '@eclusa/simulators/seed.ts'
import type pg from 'pg'
import { type WatchedProcess, watched } from './availability-watch.ts'
import { startApiProcess, startDeskProcess, startWorkerProcess } from './gateway-process.ts'

/** A gateway whose dependencies are about to fail: its parts as separate processes, and checks beside them. */
export interface GatewayEnvironment {
  postgres: Postgres
  database: DatabaseUrls
  issuer: SimulatedIssuer
  user: SeededUser
  /** The dependencies. */
  others: SeededUser[]
  token: string
  admin: pg.Pool
  settings: Record<string, string>
  /** Starts a process of this source tree, or `from` the `main.ts` of another. */
  startApi(env?: Record<string, string>, from?: string): Promise<WatchedProcess>
  startWorker(env?: Record<string, string>, from?: string): Promise<WatchedProcess>
  startDesk(env?: Record<string, string>, from?: string): Promise<WatchedProcess>
  /** A new account of a new client, so that no two writes wait for one row. */
  account(): Promise<string>
  plant(client_id: string, account_id: string): Promise<void>
  /** Creates an endpoint for the user's events, all or of these types. */
  endpoint(base_url: string, url: string, event_types?: string[]): Promise<{ id: string; secret: string }>
  /** Sends one change, with a token or an API key. Each success enqueues a job. */
  change(base_url: string, account_id: string, nickname: string, credential?: string): Promise<GatewayResponse>
  /** The same without a job. */
  rename(base_url: string, account_id: string, nickname: string): Promise<GatewayResponse>
  close(): Promise<void>
}

export interface GatewayResponse {
  /** 0 without a response. */
  status: number
  code: string | undefined
  at: number
  ms: number
  nickname: string
}

/** Longer than any timeout of the gateway: a request without a response by then hangs. */
export const HANG_MS = 60_000

export type CreateDatabase = (adminUrl: string, name: string) => Promise<DatabaseUrls>

export interface StageOptions {
  /** An existing one. It is stopped with the stage. */
  server?: Postgres
  /** Settings of the server. */
  postgres?: string[]
  /** The issuer's address, when the drill starts it itself. */
  issuerPort?: number
  /** Creates the database, where it is not an ordinary one. */
  create?: CreateDatabase
}

export async function openStage({
  server,
  postgres: options = [],
  issuerPort,
  create = createDatabase,
}: StageOptions = {}): Promise<GatewayEnvironment> {
  const postgres = server ?? (await startPostgres(process.env, options))
  const name = `eclusa_able_${randomBytes(4).toString('hex')}`
  const database = await create(postgres.adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const [user, ...others] = await seed(database, pepper)
  const issuer = await startIssuer([user!], issuerPort)
  const settings = gatewayEnvironment({ database, issuer, pepper })
  const admin = openAdminPool(postgres.adminUrl, name, 4)
  const token = await issuer.token(user!)
  const parts: WatchedProcess[] = []
  const clients = new Map<string, string>()

  async function start(
    begin: typeof startApiProcess | typeof startWorkerProcess | typeof startDeskProcess,
    env: Record<string, string>,
    from?: string,
  ) {
    const INTERNAL_PORT = env['INTERNAL_PORT'] ?? String(await freePort())
    const started = await begin({ ...settings, ...env, INTERNAL_PORT }, from)
    const part = watched(started, `http://127.0.0.1:${INTERNAL_PORT}`)
    parts.push(part)
    return part
  }
  async function plant(client_id: string, account_id: string): Promise<void> {
    await seedClient(admin, user!.user_id, client_id)
    await seedAccount(admin, user!.user_id, client_id, account_id)
    clients.set(account_id, client_id)
  }
  const urlOf = (base_url: string, account_id: string) =>
    `${base_url}/v1/crossborder/clients/${clients.get(account_id)}/accounts/${account_id}`
  return {
    postgres,
    database,
    issuer,
    user: user!,
    others,
    token,
    admin,
    settings,
    startApi: (env = {}, from?) => start(startApiProcess, env, from),
    startWorker: (env = {}, from?) => start(startWorkerProcess, env, from),
    startDesk: (env = {}, from?) =>
      start(
        startDeskProcess,
        { ...issuer.deskSettings, DATABASE_DESK_URL: database.desk, DESK_PORT: '0', DESK_SECOND_EYES: 'none', ...env },
        from,
      ),
    plant,
    async account() {
      const [client_id, account_id] = [randomUUID(), randomUUID()]
      await plant(client_id, account_id)
      return account_id
    },
    async endpoint(base_url, url, event_types) {
      const answer = await fetch(`${base_url}/v1/webhooks/endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, nonce: randomUUID(), 'content-type': 'application/json' },
        body: JSON.stringify({ url, ...(event_types && { event_types }) }),
      })
      if (answer.status !== 201) throw new Error(`the endpoint was refused: ${await answer.text()}`)
      return (await answer.json()) as { id: string; secret: string }
    },
    change: (base_url, account_id, nickname, as = token) =>
      // Another number needs verification by a job; equal names make equal requests.
      ask(urlOf(base_url, account_id), { nickname, account_number: numberOf(nickname) }, as),
    rename: (base_url, account_id, nickname) => ask(urlOf(base_url, account_id), { nickname }, token),
    async close() {
      await Promise.all(parts.map((part) => part.end()))
      await issuer.close().catch(() => {})
      await admin.end()
      await postgres.stop()
    },
  }
}

const numberOf = (name: string) => String(createHash('sha256').update(name).digest().readUInt32BE())

/** The header of a token or an API key. */
export const headersOf = (credential: string) =>
  credential.startsWith('ecl_') ? { 'x-api-key': credential } : { authorization: `Bearer ${credential}` }

async function ask(
  url: string,
  body: { nickname: string; account_number?: string },
  credential: string,
): Promise<GatewayResponse> {
  const started = performance.now()
  const told = { at: Date.now(), nickname: body.nickname }
  try {
    const response = await fetch(url, {
      method: 'PATCH',
      headers: { ...headersOf(credential), nonce: randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(HANG_MS),
    })
    const text = await response.text()
    // A proxy's response may not be JSON.
    const { code } = (text.startsWith('{') ? JSON.parse(text) : { code: 'not ours' }) as { code?: string }
    return { ...told, status: response.status, code, ms: performance.now() - started }
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).name
    return { ...told, status: 0, code, ms: performance.now() - started }
  }
}

/** A constant rate until stopped. Ticks missed by this process are made up for, because a plain timer would fall behind. */
export function startPace(perSecond: number, begin: (n: number) => void): () => void {
  const started = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    while (begun < ((performance.now() - started) / 1000) * perSecond) begin(begun++)
  }, 1000 / perSecond)
  return () => clearInterval(timer)
}

/** Open-loop load at a constant rate until stopped: requests that queue behind a fault are counted too. */
export function startCallers(
  perSecond: number,
  call: (n: number) => Promise<GatewayResponse>,
): () => Promise<GatewayResponse[]> {
  const asked: Promise<GatewayResponse>[] = []
  const stop = startPace(perSecond, (n) => void asked.push(call(n)))
  return async () => {
    stop()
    return Promise.all(asked)
  }
}

/** Responses by status and code: `200 × 31, 503 UNAVAILABLE × 4`. */
export function tally(answers: GatewayResponse[]): string {
  const kinds = Map.groupBy(answers, ({ status, code }) =>
    [status === 0 ? 'no answer' : status, code].filter(Boolean).join(' '),
  )
  return [...kinds].map(([kind, those]) => `${kind} × ${those.length}`).join(', ')
}

/** Retries until it holds, and returns how long that took; undefined when it never did. */
export async function until(so: () => boolean | Promise<boolean>, limitMs: number): Promise<number | undefined> {
  const started = Date.now()
  while (Date.now() - started < limitMs) {
    if (await so()) return Date.now() - started
    await pause(100)
  }
  return undefined
}

export const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

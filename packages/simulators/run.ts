import './redirect-stdout.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from '@eclusa/gateway/src/migrate.ts'
import { dayInSaoPaulo } from '@eclusa/gateway/src/platform/clock.ts'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { runDesk } from '@eclusa/gateway/src/run-backoffice.ts'
import { readApiSettings, readDeskSettings, readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { runWorker } from '@eclusa/gateway/src/worker.ts'
import { Command } from 'commander'
import { daysAfter } from './billet-registry/charges.ts'
import { startBilletRegistry } from './billet-registry/registry.ts'
import { sampleLines } from './billet-registry/samples.ts'
import { buildPages } from './build-pages.ts'
import { createDatabase, dropDatabase } from './database.ts'
import { startDict } from './dict/dict.ts'
import { dictEnvironment, gatewayEnvironment } from './environment.ts'
import { freePorts, isFree } from './free-port.ts'
import { startIssuer } from './issuer/issuer.ts'
import { startOnboardingChecks } from './onboarding-checks/server.ts'
import { startPostgres } from './postgres.ts'
import { writeSamples } from './sample-files.ts'
import { SAMPLE_ISPB, SAMPLE_OTHER_ISPB } from './sample-transactions.ts'
import { type SeededUser, seed, seedWaiting } from './seed.ts'
import { seedCases } from './seed-cases.ts'
import { seedStates } from './seed-states.ts'
import { seedTransactions } from './seed-transactions.ts'
import { seedWebhooks } from './seed-webhooks.ts'
import { startWebhookSink } from './webhook-sink/sink.ts'

const options = new Command('sandbox')
  .description('a whole gateway to try things on: database, issuer, API and worker, seeded, gone when stopped')
  .option('--json', 'print one line of JSON when ready, and nothing else')
  .option('--port <port>', 'port of the API; 0 chooses a free one, and one for the desk', '8080')
  .option('--desk-port <port>', 'port of the desk', '8090')
  .option('--no-cases', 'leave the desk with nothing to decide')
  .parse()
  .opts<{ json?: true; port: string; deskPort: string; cases: boolean }>()

const say = (line: string) => void process.stderr.write(`${line}\n`)
const stops: (() => Promise<void>)[] = []
let stopping = false

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  // A process that is still starting is awaited. It is stopped like the others, and its dependencies run until then.
  await starting.catch(() => {})
  // Stops in reverse order of the start, so that every process keeps its dependencies.
  for (const end of stops.toReversed()) await end().catch((error: unknown) => say(`while stopping: ${String(error)}`))
  process.exit(code)
}

/** Registers how to stop a started process. After a stop no further one is started. */
function endWith(end: () => Promise<void>): void {
  stops.push(end)
  if (stopping) throw new Error('stopped')
}

const starting = start()
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))

try {
  const ready = await starting
  if (options.json) process.stdout.write(`${JSON.stringify(ready)}\n`)
  else introduce(ready)
} catch (error) {
  if (!stopping) say(`the sandbox could not start: ${(error as Error).message}`)
  await stop(1)
}

async function start() {
  // Signed URLs and redirect URLs contain the port, so all ports are chosen before anything listens.
  const [apiPort, freeDeskPort, workerPort, receiverPort] = await freePorts(4)
  const port = options.port === '0' ? apiPort! : options.port
  const deskPort = options.port === '0' ? freeDeskPort! : options.deskPort
  for (const wanted of [port, deskPort])
    if (!(await isFree(Number(wanted))))
      throw new Error(`port ${wanted} is in use: give another, or --port 0 for free ones`)
  say('starting PostgreSQL …')
  const postgres = await startPostgres(process.env, [], { apart: true })
  endWith(() => postgres.stop())
  say('creating the database …')
  const name = `eclusa_sandbox_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(postgres.adminUrl, name, (url) => runMigrations(url, () => {}, 'test'))
  endWith(() => dropDatabase(postgres.adminUrl, name))
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(database, pepper, 'test')
  say('starting the token issuer, the API, the worker and the desk …')
  const issuer = await startIssuer(users, 0, `http://localhost:${deskPort}`, `http://127.0.0.1:${port}`)
  endWith(() => issuer.close())
  const registry = await startBilletRegistry()
  endWith(() => registry.close())
  const sink = await startWebhookSink()
  endWith(() => sink.close())
  const checks = await startOnboardingChecks({ token: randomBytes(16).toString('hex') })
  endWith(() => checks.close())

  const dict = await startDict({ participants: [SAMPLE_ISPB, SAMPLE_OTHER_ISPB, '33333333'] })
  endWith(() => dict.close())

  const folder = await mkdtemp(join(tmpdir(), 'eclusa-objects-'))
  endWith(() => rm(folder, { recursive: true, force: true }))
  const samples = await mkdtemp(join(tmpdir(), 'eclusa-samples-'))
  endWith(() => rm(samples, { recursive: true, force: true }))
  await writeSamples(samples)
  const OPERATOR_TOKEN = randomBytes(32).toString('base64url')
  const environment = {
    ...gatewayEnvironment({ database, issuer, pepper, folder, port }),
    ...dictEnvironment(dict, SAMPLE_ISPB),
    ...issuer.roomSettings,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    // With automatic rules there would be nothing to decide at the desk, and without approvals nothing to approve.
    CROSSBORDER_VERIFICATION: process.env['CROSSBORDER_VERIFICATION'] ?? 'rules',
    ...(process.env['DESK_SECOND_EYES'] && { DESK_SECOND_EYES: process.env['DESK_SECOND_EYES'] }),
    BILLET_REGISTRY_URL: registry.url,
    ONBOARDING_CHECKS_URL: checks.url,
    ONBOARDING_CHECKS_TOKEN: checks.token,
    ONBOARDING_CHECKS_TIMEOUT_MS: '3000',
    ONBOARDING_CHECKS_PAUSE_SECONDS: '2',
    // For a person watching: polls that take days in production run every two seconds.
    FUND_RECOVERY_FOLLOW_SECONDS: '2',
    OPERATOR_TOKEN,
    INSTALLATION: 'test',
    SIMULATOR_DICT_URL: dict.control_url,
    SIMULATOR_CHECKS_URL: checks.url,
    SIMULATOR_BILLETS_URL: registry.url,
    SIMULATOR_LEDGER_URL: `http://127.0.0.1:${workerPort}`,
    SIMULATOR_LEDGER_TOKEN: OPERATOR_TOKEN,
  }
  const api = await runApi(readApiSettings(environment))
  endWith(() => api.stop())
  const worker = await runWorker(readWorkerSettings({ ...environment, INTERNAL_PORT: workerPort }))
  endWith(() => worker.stop())
  const deskOwn = {
    DATABASE_DESK_URL: database.desk,
    DESK_PORT: deskPort,
    DESK_SECRET: randomBytes(32).toString('hex'),
  }
  const desk = await runDesk(readDeskSettings({ ...environment, ...issuer.deskSettings, ...deskOwn }))
  endWith(() => desk.stop())
  // The sandbox does not wait for the pages: until they are built their addresses show a notice, and the API works already.
  void buildPages().then(
    (had) => had && say('the pages of the desk and of the room are built'),
    (error: unknown) => stopping || say(`the pages could not be built: ${(error as Error).message}`),
  )
  const { DESK_URL, DESK_OIDC_ISSUER, DESK_AUDIENCE } = issuer.deskSettings
  const operator = {
    url: worker.internal_url,
    token: OPERATOR_TOKEN,
    /** The environment of the commands: login, and bootstrap. */
    environment: {
      DESK_URL,
      DESK_OIDC_ISSUER,
      DESK_AUDIENCE,
      DATABASE_BOOTSTRAP_URL: database.bootstrap,
      DATABASE_WORKER_URL: database.worker,
      DATABASE_AUDITOR_URL: database.auditor,
    },
  }
  for (const payment of await seedTransactions(operator, users)) dict.world.transactions.set(payment.id, payment)
  const callers = await Promise.all(users.map(async (user) => forCaller(user, await issuer.token(user))))
  // Nor for the seeded cases, some of which come from DICT in the next minute.
  if (options.cases) {
    const [user] = callers
    const ending = new AbortController()
    const stage = { base_url: api.base_url, operator, dict, user: user!, sink, ending: ending.signal }
    // The webhook sink has to listen before the first event.
    const seeded = seedWebhooks(stage)
      .then(() => Promise.all([seedWaiting(database, user!.user_id), seedCases(stage), seedStates(stage)]))
      .catch((error: unknown) => !stopping && say(`the desk has not all of its cases: ${(error as Error).message}`))
    endWith(async () => {
      ending.abort()
      await seeded
    })
  }
  const billets = sampleLines(daysAfter(dayInSaoPaulo(new Date()), 30))
  return {
    base_url: api.base_url,
    internal_url: api.internal_url,
    operator,
    desk: { url: DESK_URL!, issuer: issuer.url, machine_token: await issuer.machineToken() },
    room: { url: `${api.base_url}/room/` },
    dict: { url: dict.url, control_url: dict.control_url, participant: SAMPLE_ISPB },
    billets,
    users: callers,
    /** The variables of the guides' shell examples, with the values of this sandbox. */
    exports: {
      BASE: api.base_url,
      TOKEN: callers[0]!.token,
      API_KEY: users[0]!.api_key,
      ISSUER: issuer.url,
      USER_ID: users[0]!.user_id,
      USER_SECRET: users[0]!.secret,
      PRODUCT_ID: users[0]!.product_id,
      TARGET_USER_ID: users[0]!.target_user_id,
      CLIENT_ID: users[0]!.client_id,
      ACCOUNT_ID: users[0]!.account_id,
      BILLET: billets['open']!,
      PAID_BILLET: billets['paid']!,
      /** A free address, where a person can receive webhooks. */
      RECEIVER: `http://127.0.0.1:${receiverPort}/hooks`,
      SAMPLES: samples,
    },
  }
}

function forCaller({ user_id, api_key, product_id, wallet_id, client_id, account_id }: SeededUser, token: string) {
  return { user_id, token, api_key, product_id, wallet_id, client_id, account_id }
}

function introduce({
  base_url,
  internal_url,
  operator,
  desk,
  room,
  dict,
  users,
  exports,
}: Awaited<ReturnType<typeof start>>): void {
  const { token, api_key, client_id, account_id } = users[0]!
  process.stdout.write(`
Eclusa is ready. Everything here is thrown away when it stops (Ctrl-C).

  base URL   ${base_url}
  contract   ${base_url}/docs
  health     ${internal_url}/readyz
  token      ${token}
  API key    ${api_key}
  operator   ${operator.url} with the token ${operator.token}
  desk       ${desk.url}, as whomever you like (a page says so until it is built)
  room       ${room.url}, where integrators look at their events, webhooks and deliveries
  DICT       ${dict.url}, its strings at ${dict.control_url}

At the desk a case of each kind waits within a minute or two: open ${desk.url}, come as Ana Analista, press N for the
next case, V to see who it is, and decide. What needs a second person is set by DESK_SECOND_EYES; Bruno Aprovador agrees.

What moved through the wallet by Pix:

curl -s '${base_url}/api/v2/transactions' -H 'authorization: Bearer ${token}' -H 'nonce: ${randomUUID()}'

To go on, paste these into a shell and follow docs/guides/README.md, em português docs/guides/pt-BR/README.md. Whoever
is onboarded is approved, unless the CPF or CNPJ begins with 9876 and chooses otherwise.

${shellExports(exports)}

Commands work on this gateway where these are set: npm run -s eclusa -- login, then for instance onboardings list-reviews:

${shellExports(operator.environment)}

A first call, with the platform token. With -H 'x-api-key: …' in its place the API key does the same (mind the Deprecation
header in the answer):

curl -i -X PATCH '${base_url}/v1/crossborder/clients/${client_id}/accounts/${account_id}' \\
  -H 'authorization: Bearer ${token}' \\
  -H 'nonce: ${randomUUID()}' -H 'content-type: application/json' \\
  -d '{"nickname": "treasury"}'

`)
}

function shellExports(variables: Record<string, string | undefined>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n')
}

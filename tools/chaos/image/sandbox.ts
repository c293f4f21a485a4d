import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { seed } from '@eclusa/simulators/seed.ts'
import { seedTransactions } from '@eclusa/simulators/seed-transactions.ts'
import { contain, newFolder, runOnce } from './container.ts'

/**
 * Replaces the sandbox in a journey, with the gateway from its image: migrated, API, worker and desk in a container each.
 * The database and the issuer are the sandbox's. Prints the same output, and stops in the same way.
 */
const folder = await mkdtemp(join(tmpdir(), 'eclusa-image-'))
await newFolder(folder)
const secret = () => randomBytes(32).toString('hex')
const [port, deskPort, ...internal] = await Promise.all(Array.from({ length: 5 }, async () => String(await freePort())))
const [apiPort, workerPort, deskInternalPort] = internal as [string, string, string]

const postgres = await startPostgres({}, [], { apart: true })
const database = await createDatabase(postgres.adminUrl, 'eclusa_image', (owner) =>
  runOnce('migrate', { DATABASE_OWNER_URL: owner }, folder),
)
const pepper = secret()
const users = await seed(database, pepper)
const issuer = await startIssuer(users, 0, `http://localhost:${deskPort}`)
const OPERATOR_TOKEN = secret()
const values = {
  ...gatewayEnvironment({ database, issuer, pepper, port: port! }),
  ...issuer.deskSettings,
  OBJECT_DISK_PATH: '/files',
  DATABASE_DESK_URL: database.desk,
  DESK_SECRET: secret(),
  OPERATOR_TOKEN,
  LOG_LEVEL: 'info',
  HTTP_HOST: '127.0.0.1',
  INTERNAL_HOST: '127.0.0.1',
  DESK_HOST: '127.0.0.1',
  TRUSTED_PROXIES: '',
}
const parts = await Promise.all([
  contain('api', 'api_listening', { ...values, INTERNAL_PORT: apiPort }, folder),
  contain('worker', 'worker_running', { ...values, INTERNAL_PORT: workerPort }, folder),
  contain('desk', 'desk_listening', { ...values, DESK_PORT: deskPort!, INTERNAL_PORT: deskInternalPort }, folder),
])
const operator = { url: `http://127.0.0.1:${workerPort}`, token: OPERATOR_TOKEN, environment: {} }
await seedTransactions(operator, users)
const callers = await Promise.all(users.map(async (user) => ({ ...user, token: await issuer.token(user) })))

const ready = {
  base_url: `http://127.0.0.1:${port}`,
  internal_url: `http://127.0.0.1:${apiPort}`,
  operator,
  desk: { url: `http://localhost:${deskPort}` },
  users: callers,
  containers: parts.map(({ name }) => name),
}
process.once('SIGTERM', () => void stop())
process.stdout.write(`${JSON.stringify(ready)}\n`)

/** Like an orchestrator: each gets the signal and ends by itself. */
async function stop(): Promise<never> {
  const left = await Promise.all(
    parts.map(async ({ child }) => {
      const ended = once(child, 'exit') as Promise<[number | null]>
      child.kill('SIGTERM')
      return (await ended)[0]
    }),
  )
  await issuer.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(left.every((code) => code === 0) ? 0 : 1)
}

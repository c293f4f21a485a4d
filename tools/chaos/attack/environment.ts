import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withDatabase } from '@eclusa/simulators/database.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { makeCluster, newServerFolder, serveCluster } from '@eclusa/simulators/postgres.ts'
import type { WatchedProcess as Process } from '@eclusa/testing/processes/availability-watch.ts'
import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import type { Word } from './canary-values.ts'
import { BIN, installDump } from './dump.ts'

/** One of its processes. */
export interface Attacked extends Process {
  /** The address of its metrics. */
  internal_url: string
  /** Reads every line of its log, from the first on. */
  readLog(read: (line: string) => void): void
}

/** The attacked gateway, as processes of the given tree, with a server that can be dumped. */
export interface AttackEnvironment extends GatewayEnvironment {
  start(part: 'Api' | 'Worker' | 'Desk', env?: Record<string, string>): Promise<Attacked>
  /** The arguments of pg_dump. */
  dump_url: string
  /** Every credential: none may be found anywhere. */
  secrets: Word[]
}

/** The `main.ts` of a tree. */
export const doorOf = (root: string) => join(root, 'apps/gateway/src/main.ts')

export async function openGround(root: string): Promise<AttackEnvironment> {
  await installDump()
  const folder = await newServerFolder('eclusa-attack-')
  const cluster = await makeCluster(folder, { initdb: join(BIN, 'initdb'), postgres: join(BIN, 'postgres') })
  const server = await serveCluster(cluster, ['shared_buffers=64MB'])
  const stage = await openStage({ server })
  const { database, settings, token, user, others } = stage
  const DESK_SECRET = randomBytes(32).toString('hex')
  const passwords = Object.entries(database).map(([kind, url]) => ({
    kind: `the password of ${kind}`,
    text: new URL(url).password,
  }))
  return {
    ...stage,
    async start(part, env = {}) {
      const INTERNAL_PORT = String(await freePort())
      const process = await stage[`start${part}`]({ DESK_SECRET, ...env, INTERNAL_PORT }, doorOf(root))
      return { ...process, internal_url: `http://127.0.0.1:${INTERNAL_PORT}`, readLog: logOf(process) }
    },
    dump_url: withDatabase(server.adminUrl, new URL(database.api).pathname.slice(1)),
    secrets: [
      ...passwords,
      { kind: 'a token', text: token.split('.')[2]! },
      { kind: 'the pepper', text: settings['API_KEY_PEPPER']! },
      { kind: 'the signing secret', text: settings['SIGNING_SECRET']! },
      { kind: 'the secret of the desk', text: DESK_SECRET },
      ...[user, ...others].flatMap(({ api_key, secret }) => [
        { kind: 'an API key', text: api_key },
        { kind: "a client's secret", text: secret },
      ]),
    ],
    async close() {
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Buffered until it is read, so that earlier log lines are not lost. */
function logOf({ begun, child }: Process): Attacked['readLog'] {
  const lines = [...begun]
  let take: (line: string) => void = (line) => void lines.push(line)
  for (const input of [child.stdout!, child.stderr!]) createInterface({ input }).on('line', (line) => take(line))
  return (read) => {
    for (const line of lines.splice(0)) read(line)
    take = read
  }
}

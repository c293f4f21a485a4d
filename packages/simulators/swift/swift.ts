import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installed } from '../debian.ts'
import { freePort } from '../free-port.ts'
import { configurations, type Ports } from './configurations.ts'

/** A real, distributed S3 store for tests: OpenStack Swift, one replica of everything, on the loopback. */
export interface Swift {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const START_MS = 30_000
const run = promisify(execFile)

export async function startSwift(): Promise<Swift> {
  await installed(['/usr/bin/swift-proxy-server', '/usr/bin/memcached'], packages)
  const directory = await mkdtemp(join(tmpdir(), 'eclusa-swift-'))
  const secretAccessKey = randomBytes(16).toString('hex')
  // Swift runs as the given user. As root it uses the account of its packages.
  const user = process.getuid?.() === 0 ? 'swift' : process.env['USER']!
  const ports = await choosePorts()
  await prepare(directory, ports, user, secretAccessKey)

  const stops = [spawnServer('memcached', ['-l', '127.0.0.1', '-p', String(ports.memcached), '-u', user, '-m', '32'])]
  for (const name of ['account', 'container', 'object', 'proxy']) {
    stops.push(spawnServer(`swift-${name}-server`, [join(directory, `${name}-server.conf`)]))
  }
  const stop = async () => {
    await Promise.all(stops.map((end) => end()))
    await rm(directory, { recursive: true, force: true })
  }
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  try {
    // The proxy responds before it can reach the other servers.
    await answers(`${endpoint}/healthcheck`)
    for (const kind of ['account', 'container', 'object'] as const)
      await answers(`http://127.0.0.1:${ports[kind]}/recon`)
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint, region: 'us-east-1', accessKeyId: 'gateway:storage', secretAccessKey, stop }
}

async function choosePorts(): Promise<Ports> {
  const [proxy, account, container, object, memcached] = await Promise.all(Array.from({ length: 5 }, freePort))
  return { proxy: proxy!, account: account!, container: container!, object: object!, memcached: memcached! }
}

/** The ring of each server (one device, one replica) and the files that configure it. */
async function prepare(directory: string, ports: Ports, user: string, secret: string): Promise<void> {
  const devices = join(directory, 'devices')
  await mkdir(join(devices, 'd1'), { recursive: true })
  for (const [name, text] of Object.entries(configurations({ directory, devices, ports, user, secret }))) {
    await writeFile(join(directory, name), text)
  }
  const kinds = (['account', 'container', 'object'] as const).map((kind) => `${kind}:${ports[kind]}`)
  await run('/usr/bin/python3', ['-c', rings, directory, ...kinds])
  if (process.getuid?.() === 0) {
    const { stdout } = await run('id', ['-u', user])
    for (const path of [directory, devices, join(devices, 'd1')]) await chown(path, Number(stdout), -1)
  }
}

/** What `swift-ring-builder` does in nine commands, each of which loads all of Swift. */
const rings = `
import sys
from swift.common.ring import RingBuilder
for kind, port in (one.split(':') for one in sys.argv[2:]):
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1.0, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{kind}.ring.gz')
`

function spawnServer(command: string, args: string[]): () => Promise<void> {
  // Workers are children of the server: one process group ends them together.
  const server = spawn(command, args, { stdio: 'ignore', detached: true })
  return async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    process.kill(-server.pid!, 'SIGKILL')
    await ended
  }
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
    if (answered) return
    await pause(100)
  }
  throw new Error(`Swift did not answer within ${START_MS / 1000} s`)
}

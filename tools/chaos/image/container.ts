import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Deployed, type Handed, ways } from '@eclusa/testing/deployments.ts'
import { type GatewayProcess, startCommand } from '@eclusa/testing/processes/gateway-process.ts'

/** The user of the image. */
const NOBODY = 65_532
export const IMAGE = 'localhost/eclusa'

/** No systemd is needed, so that it also runs without it. */
const podman = ['podman', '--runtime', 'runc', '--events-backend', 'none', '--cgroup-manager', 'cgroupfs']
const { env } = process
/** Podman would request more than its user may have. */
const files = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))![1]!
const limits = ['nofile', 'nproc'].map((limit) => `--ulimit=${limit}=${files}:${files}`)

/** A process of the gateway in a container with minimal rights. */
export interface Contained extends GatewayProcess {
  name: string
}

/** The kernel's view of a process: its user, its capabilities and the mount of its root. */
export interface ContainerState {
  uid: string
  capabilities: string
  no_new_privileges: boolean
  seccomp: boolean
  read_only: boolean
  resident_mb: number
}

const living = new Set<string>()
process.once('exit', () => {
  if (living.size > 0)
    execFileSync(podman[0]!, [...podman.slice(1), 'rm', '--force', '--time', '0', ...living], { env })
})

/**
 * Runs it as in `deploy/kubernetes`: read-only root, no capabilities, with the variables and the secret files named there.
 * `values` are those of this test. Only the network is the machine's.
 */
export async function contain(process: Deployed, event: string, values: Record<string, string>, folder: string) {
  const name = `eclusa-drill-${process}-${randomUUID().slice(0, 8)}`
  living.add(name)
  const started = await startCommand([...(await command(process, name, values, folder))], event, env)
  started.child.once('exit', () => living.delete(name))
  return { ...started, name } satisfies Contained
}

/** Runs a container that ends by itself. */
export async function runOnce(process: Deployed, values: Record<string, string>, folder: string): Promise<void> {
  const [program, ...words] = await command(
    process,
    `eclusa-drill-${process}-${randomUUID().slice(0, 8)}`,
    values,
    folder,
  )
  await promisify(execFile)(program!, words, { env })
}

async function command(process: Deployed, name: string, values: Record<string, string>, folder: string) {
  const handed = ways['deploy/kubernetes']!(process)
  const secrets = join(folder, `secrets-${name}`)
  await mkdir(secrets, { recursive: true })
  await chmod(secrets, 0o755)
  for (const [setting, value] of secretsOf(handed, values)) await writeFile(join(secrets, setting), value)
  const closed = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges']
  const alone = ['--rm', '--network=host', `--name=${name}`, ...limits]
  const volumes = [`--volume=${secrets}:/run/secrets/eclusa:ro`, `--volume=${join(folder, 'files')}:/files`]
  return [...podman, 'run', ...alone, ...closed, ...volumes, ...variablesOf(handed, values), IMAGE, process]
}

const isFile = (name: string, handed: Handed) => name.endsWith('_FILE') && handed.secrets.includes(handed.env[name]!)

function secretsOf(handed: Handed, values: Record<string, string>): [string, string][] {
  const settings = Object.keys(handed.env).filter((name) => isFile(name, handed))
  return settings.map((name) => name.slice(0, -'_FILE'.length)).map((name) => [name, values[name] ?? 'not used here'])
}

function variablesOf(handed: Handed, values: Record<string, string>): string[] {
  const plain = Object.entries(handed.env).map(([name, value]) => [name, values[name] ?? value])
  // Processes that share the host's network cannot share a port, and files need no object store.
  const here = ['HTTP_PORT', 'DESK_PORT', 'INTERNAL_PORT', 'OBJECT_STORE', 'OBJECT_DISK_PATH', 'LOG_LEVEL']
  const more = here.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))
  return [...plain, ...more].map(([name, value]) => `--env=${name}=${value}`)
}

/** The process's writable folder is empty at first, like a volume. */
export async function newFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  execFileSync('chown', [`${NOBODY}:${NOBODY}`, join(folder, 'files')])
}

const ask = async (...words: string[]) =>
  (await promisify(execFile)(podman[0]!, [...podman.slice(1), ...words], { env })).stdout

/** The health check of the Dockerfile, run from here: OCI images have no health check. */
export async function isHealthy(name: string): Promise<boolean> {
  const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8').replaceAll('\\\n', '')
  const [, asked] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(dockerfile)!
  return ask('exec', name, ...(JSON.parse(asked!) as string[])).then(
    () => true,
    () => false,
  )
}

export async function heldOf(name: string): Promise<ContainerState> {
  const pid = (await ask('inspect', '--format', '{{.State.Pid}}', name)).trim()
  const [status, mounts] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/mountinfo`, 'utf8'),
  ])
  const field = (key: string) => new RegExp(`^${key}:\\s+(.+)$`, 'm').exec(status)![1]!
  const [, options] = /^\d+ \d+ \S+ \S+ \/ (\S+) /m.exec(mounts)!
  return {
    uid: field('Uid').split('\t')[0]!,
    capabilities: ['CapEff', 'CapPrm', 'CapBnd', 'CapAmb'].map(field).join(' '),
    no_new_privileges: field('NoNewPrivs') === '1',
    seccomp: field('Seccomp') === '2',
    read_only: options!.split(',').includes('ro'),
    resident_mb: Math.round(Number.parseInt(field('VmRSS')) / 1024),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { compiled } from '@eclusa/simulators/compiled.ts'

/** The sandbox's output when it is ready, as for any user. */
export interface Sandbox {
  base_url: string
  internal_url: string
  operator: { url: string; token: string; environment: Record<string, string> }
  desk: { url: string }
  dict: { control_url: string; participant: string }
  users: {
    user_id: string
    token: string
    api_key: string
    product_id: string
    wallet_id: string
    client_id: string
    account_id: string
  }[]
  exports: Record<string, string>
}

export interface RunningSandbox extends Sandbox {
  /** Everything on standard output so far. */
  said: string[]
  /** Everything on standard error since it was ready. */
  complaints: string[]
  call(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>
  stop(): Promise<number | null>
  /** Like Ctrl-C in a terminal: every process of the foreground group gets the signal. */
  interrupt(): Promise<void>
}

export const root = new URL('../../../', import.meta.url).pathname

/** Another program with the same output may replace the sandbox, as `tools/chaos/image/sandbox.ts` does. */
const [program, ...words] = process.env['JOURNEY_SANDBOX']?.split(' ') ?? ['npm', 'run', '-s', 'sandbox', '--']
/** The longest wait of a newcomer. A replacement may take longer. */
export const START_SECONDS = process.env['JOURNEY_SANDBOX'] ? 180 : 20

/** Its own process group, as in a terminal of its own. */
export function spawnSandbox(env: NodeJS.ProcessEnv = {}, more = ['--no-cases']): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(program!, [...words, '--json', '--port', '0', ...more], {
    cwd: root,
    env: { ...inherited, ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

/** Every process with the environment mark of the sandbox: itself, its PostgreSQL and their children. */
export function marked(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

export async function startSandbox(env: NodeJS.ProcessEnv = {}, more?: string[]): Promise<RunningSandbox> {
  const child = spawnSandbox(env, more)
  const said: string[] = []
  const complaints: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => complaints.push(line))
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', (line) => said.push(line))
  await Promise.race([once(lines, 'line'), once(child, 'exit')])
  if (!said[0]) throw new Error(`the sandbox ended before it was ready: ${complaints.join('\n')}`)
  // Output during the start does not count.
  complaints.length = 0
  const ready = JSON.parse(said[0]) as Sandbox
  return {
    ...ready,
    said,
    complaints,
    async call(method, path, { headers = {}, body } = {}) {
      const response = await fetch(`${ready.base_url}${path}`, {
        method,
        headers: { nonce: randomUUID(), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, unknown>,
      }
    },
    async stop() {
      const ended = once(child, 'close') as Promise<[number | null]>
      child.kill('SIGTERM')
      return (await ended)[0]
    },
    async interrupt() {
      const ended = once(child, 'close')
      process.kill(-child.pid!, 'SIGINT')
      await ended
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { compiled } from '../../sandbox/compiled.ts'

/** What the sandbox says when it is ready, as anyone who runs it sees it. */
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
  /** As Ctrl-C in a terminal does: every process in front of it hears it at once. */
  interrupt(): Promise<void>
}

export const root = new URL('../../', import.meta.url).pathname

/** Another program may stand in for the sandbox that says the same when it is ready, as `drills/image/sandbox.ts` does. */
const [program, ...words] = process.env['JOURNEY_SANDBOX']?.split(' ') ?? ['npm', 'run', '-s', 'sandbox', '--']
/** A newcomer does not wait longer. Who stands in for the sandbox may take what a machine takes. */
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

/** Every process that inherited the mark from the sandbox: itself, its PostgreSQL and their children. */
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
  // What it says while it starts is no complaint.
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

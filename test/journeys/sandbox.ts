import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What the sandbox says when it is ready, as anyone who runs it sees it. */
export interface Sandbox {
  base_url: string
  internal_url: string
  operator: { url: string; token: string }
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
}

export interface RunningSandbox extends Sandbox {
  /** Everything on standard output so far. */
  said: string[]
  call(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>
  stop(): Promise<number | null>
}

const root = new URL('../../', import.meta.url).pathname

export async function startSandbox(env: NodeJS.ProcessEnv = {}): Promise<RunningSandbox> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child: ChildProcess = spawn('npm', ['run', '-s', 'sandbox', '--', '--json', '--port', '0'], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said: string[] = []
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', (line) => said.push(line))
  await Promise.race([once(lines, 'line'), once(child, 'exit')])
  if (!said[0]) throw new Error('the sandbox ended before it was ready')
  const ready = JSON.parse(said[0]) as Sandbox
  return {
    ...ready,
    said,
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
      const ended = once(child, 'exit') as Promise<[number | null]>
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

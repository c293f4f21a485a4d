import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** An API in a process of its own, as an operator runs it, so that it can be killed like one. */
export interface ApiProcess {
  base_url: string
  child: ChildProcess
  kill(): Promise<void>
}

const main = new URL('../src/main.ts', import.meta.url).pathname

export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [main, 'api'], {
    env: { PATH: process.env['PATH'], HTTP_PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await listeningPort(child)
  return {
    base_url: `http://127.0.0.1:${port}`,
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listeningPort(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const said = JSON.parse(line.startsWith('{') ? line : '{}') as { event?: string; port?: number }
    if (said.event === 'api_listening' && said.port) {
      child.stderr!.resume()
      return said.port
    }
  }
  throw new Error('the API ended before it listened')
}

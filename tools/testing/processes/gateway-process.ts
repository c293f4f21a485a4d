import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compiled } from '@eclusa/simulators/compiled.ts'

/** A part of the gateway as a process of its own, as an operator runs it, so that it can be killed. */
export interface GatewayProcess {
  child: ChildProcess
  /** Its log line when it was ready. */
  ready: { port?: number }
  /** Every line until then. */
  begun: string[]
  kill(): Promise<void>
}

export interface ApiProcess extends GatewayProcess {
  base_url: string
}

/** Child processes end with their parent. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

const main = new URL('../../../apps/gateway/src/main.ts', import.meta.url).pathname

/** `from` is the `main.ts` of another tree, if not this one is run. */
export async function startApiProcess(env: Record<string, string>, from = main): Promise<ApiProcess> {
  const api = await start('api', 'api_listening', env, from)
  return { ...api, base_url: `http://127.0.0.1:${api.ready.port}` }
}

export async function startDeskProcess(env: Record<string, string>, from = main): Promise<ApiProcess> {
  const desk = await start('desk', 'desk_listening', env, from)
  return { ...desk, base_url: `http://127.0.0.1:${desk.ready.port}` }
}

export function startWorkerProcess(env: Record<string, string>, from = main): Promise<GatewayProcess> {
  return start('worker', 'worker_running', env, from)
}

function start(part: string, event: string, env: Record<string, string>, from: string): Promise<GatewayProcess> {
  const surroundings = { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...compiled, ...env }
  return startCommand([process.execPath, from, part], event, surroundings)
}

/** A part of the gateway by any start command. */
export async function startCommand(
  [program, ...words]: string[],
  event: string,
  env: NodeJS.ProcessEnv,
): Promise<GatewayProcess> {
  const child = spawn(program!, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.resume()
  living.add(child)
  child.once('exit', () => living.delete(child))
  const begun: string[] = []
  const ready = await said(child, event, begun)
  return {
    child,
    ready,
    begun,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function said(child: ChildProcess, event: string, lines: string[]): Promise<{ port?: number }> {
  for await (const line of createInterface({ input: child.stderr! })) {
    lines.push(line)
    const told = JSON.parse(line.startsWith('{') ? line : '{}') as { event?: string; port?: number }
    if (told.event === event) {
      child.stderr!.resume()
      return told
    }
  }
  throw new Error(`the process ended before it said ${event}:\n${lines.join('\n')}`)
}

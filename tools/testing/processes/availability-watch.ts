import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiProcess, GatewayProcess } from './gateway-process.ts'

const POLL_MS = 200
const ASK_MS = 5_000

interface WatchReport {
  at: number
  ready: boolean
  status: string
  reason: string | undefined
}

/** Every result of a `/readyz` since it was first polled, for any process at that address. */
export interface Watch {
  /** The latest result. */
  told(): WatchReport | undefined
  /** How long after `from` it first was not ready; undefined when it always was. */
  notReadyAfter(from: number): number | undefined
  /** How long after `from` it was ready, and stayed so. */
  readyAfter(from: number): number | undefined
  /** How long after `from` it first gave a reason like this one, ready or not. */
  reasonAfter(from: number, reason: RegExp): number | undefined
  /** Its reasons since `from` other than ready, each once. */
  troubles(from: number): string[]
  end(): Promise<void>
}

/** A part of the gateway, and the results of its `/readyz` since its start. */
export interface WatchedProcess extends Watch {
  base_url: string
  child: GatewayProcess['child']
  /** Its log lines until it was ready. */
  begun: string[]
  /** Stops it like a supervisor. */
  stop(): Promise<void>
}

export function watchReady(internal_url: string): Watch {
  const said: WatchReport[] = []
  const over = new AbortController()
  const watching = (async () => {
    for (; !over.signal.aborted; await pause(POLL_MS)) said.push(await askReady(internal_url))
  })()
  const since = (from: number, is: (told: WatchReport) => boolean) => {
    const found = said.find((told) => told.at >= from && is(told))
    return found && found.at - from
  }
  return {
    told: () => said.at(-1),
    notReadyAfter: (from) => since(from, ({ ready }) => !ready),
    readyAfter(from) {
      const lastBad = said.findLast((told) => told.at >= from && !told.ready)
      return lastBad ? since(lastBad.at, ({ ready }) => ready) && since(from, (told) => told.at > lastBad.at) : 0
    },
    reasonAfter: (from, reason) => since(from, (told) => reason.test(told.reason ?? '')),
    troubles(from) {
      const bad = said.filter((told) => told.at >= from && told.status !== 'ready')
      return [...new Set(bad.map(({ status, reason }) => [status, reason].filter(Boolean).join(': ')))]
    },
    async end() {
      over.abort()
      await watching
    },
  }
}

export function watched(process: ApiProcess | GatewayProcess, internal_url: string): WatchedProcess {
  const watch = watchReady(internal_url)
  return {
    ...watch,
    base_url: 'base_url' in process ? process.base_url : '',
    child: process.child,
    begun: process.begun,
    async stop() {
      const gone = once(process.child, 'exit')
      process.child.kill('SIGTERM')
      await gone
      await watch.end()
    },
    async end() {
      await process.kill()
      await watch.end()
    },
  }
}

/** A result belongs to the time it came: silence has lasted until then. */
async function askReady(internal_url: string): Promise<WatchReport> {
  try {
    const response = await fetch(`${internal_url}/readyz`, { signal: AbortSignal.timeout(ASK_MS) })
    const { status = '', reason } = (await response.json()) as { status?: string; reason?: string }
    return { at: Date.now(), ready: response.ok, status, reason }
  } catch {
    return { at: Date.now(), ready: false, status: 'no answer', reason: undefined }
  }
}

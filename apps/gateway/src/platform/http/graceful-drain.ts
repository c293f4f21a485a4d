import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Check, notReady, ready } from './readiness.ts'

/** Graceful shutdown state: the balancer's probe reads it, and open connections are closed by it. */
export interface ShutdownState {
  begin(): void
  onBegin(tell: () => void): void
  readonly begun: boolean
  check: Check
}

export function createShutdownState(): ShutdownState {
  const stopping = { reason: 'stopping', action: 'send requests to another process' }
  const told: (() => void)[] = []
  let begun = false
  return {
    begin() {
      begun = true
      for (const tell of told) tell()
    },
    onBegin: (tell) => void told.push(tell),
    get begun() {
      return begun
    },
    check: {
      name: 'process',
      unanswered: stopping,
      meant: true,
      look: () => (begun ? notReady(stopping.reason, stopping.action) : ready),
    },
  }
}

export interface ConnectionDrain {
  /** Resolves when no new request came for the given time, or at the limit. */
  quiet(quietMs: number, limitMs: number): Promise<void>
}

/**
 * Once shutdown begins, every response closes its connection, also for requests already running. Otherwise a caller or a balancer
 * with keep-alive would send its next request to a connection that is about to close.
 */
export function closeKeepAlive(server: Server, leave: ShutdownState): ConnectionDrain {
  const open = new Set<ServerResponse>()
  let lastRequestAt = performance.now()
  server.prependListener('request', (_, response: ServerResponse) => {
    lastRequestAt = performance.now()
    if (leave.begun) return close(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  leave.onBegin(() => {
    for (const response of open) close(response)
  })
  return {
    async quiet(quietMs, limitMs) {
      const began = performance.now()
      for (let leftMs = quietMs; leftMs > 0; ) {
        await pause(leftMs)
        const now = performance.now()
        leftMs = Math.min(Math.max(lastRequestAt, began) + quietMs, began + limitMs) - now
      }
    },
  }
}

function close(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

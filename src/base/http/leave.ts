import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Check, notReady, ready } from './readiness.ts'

/** That this process was told to stop: asked by whoever sends it requests, and told to whoever is connected. */
export interface Leave {
  begin(): void
  onBegin(tell: () => void): void
  readonly begun: boolean
  check: Check
}

export function openLeave(): Leave {
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

export interface Farewell {
  /** Once nobody has sent a new request for so long, or when the limit is reached. */
  quiet(quietMs: number, limitMs: number): Promise<void>
}

/**
 * From the moment a process leaves, every answer says that its connection ends with it, those to requests under way too. A
 * caller or a balancer that keeps connections would otherwise send its next request into one that is about to close.
 */
export function sayGoodbye(server: Server, leave: Leave): Farewell {
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

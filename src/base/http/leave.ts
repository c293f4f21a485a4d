import type { Server, ServerResponse } from 'node:http'
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
      look: () => (begun ? notReady(stopping.reason, stopping.action) : ready),
    },
  }
}

/**
 * From the moment a process leaves, every answer says that its connection ends with it, those to requests under way too. A
 * caller or a balancer that keeps connections would otherwise send its next request into one that is about to close.
 */
export function sayGoodbye(server: Server, leave: Leave): void {
  const open = new Set<ServerResponse>()
  server.prependListener('request', (_, response: ServerResponse) => {
    if (leave.begun) return close(response)
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  leave.onBegin(() => {
    for (const response of open) close(response)
  })
}

function close(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

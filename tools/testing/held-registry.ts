import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A proxy in front of a billet registry that delays each response until the test allows it. */
export interface HeldRegistry {
  url: string
  /** Called for each request: the response is sent when its promise resolves. */
  hold: (body: string) => Promise<unknown>
  close(): Promise<void>
}

export async function startHeldRegistry(registryUrl: string): Promise<HeldRegistry> {
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    await held.hold(body)
    const answer = await fetch(registryUrl + request.url, {
      method: request.method!,
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  await once(server, 'listening')
  const held: HeldRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: async () => {},
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return held
}

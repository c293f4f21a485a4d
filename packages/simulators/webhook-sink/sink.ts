import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call as the sink received it, whatever its response. */
export interface ReceivedDelivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: number
  /** The status of the response; 0 without one. */
  status: number
}

/**
 * The response: a status, alone or with a body; or none, until the caller's timeout; or a closed connection after the
 * request.
 */
export type SinkAnswer = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'drop'

export interface WebhookSink {
  url: string
  heard: ReceivedDelivery[]
  close(): Promise<void>
}

/** Webhook receiver on a real port that stores every call, for tests. */
export async function startWebhookSink(
  answer: (path: string, body: string) => SinkAnswer = () => 204,
  /** The longest random delay of a response. */
  thinksMs = 0,
): Promise<WebhookSink> {
  const heard: ReceivedDelivery[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const path = request.url!
      const chosen = answer(path, body)
      const said = typeof chosen === 'object' ? chosen : { status: typeof chosen === 'number' ? chosen : 0 }
      heard.push({ path, headers: request.headers, body, at: Date.now(), status: said.status })
      if (chosen === 'drop') request.socket.destroy()
      if (chosen === 'drop' || chosen === 'hang') return
      const reply = () => response.writeHead(said.status, said.headers ?? {}).end(said.body ?? '')
      if (thinksMs > 0) setTimeout(reply, Math.random() * thinksMs)
      else reply()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

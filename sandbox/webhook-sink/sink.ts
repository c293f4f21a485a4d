import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call as the sink heard it, whatever it then answered. */
export interface Heard {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: number
  /** What it was answered; 0 when it was not. */
  status: number
}

/** What to answer: a status, alone or with more; to leave the caller waiting; or to hang up on it, having heard it. */
export type SinkAnswer = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'drop'

export interface WebhookSink {
  url: string
  heard: Heard[]
  close(): Promise<void>
}

/** A receiver of webhooks that keeps everything it was told, on a real port, to try things against. */
export async function startWebhookSink(
  answer: (path: string, body: string) => SinkAnswer = () => 204,
  /** How long it thinks before it answers, at most: some are quick. */
  thinksMs = 0,
): Promise<WebhookSink> {
  const heard: Heard[] = []
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

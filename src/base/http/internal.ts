import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../observability/metrics.ts'

export interface InternalServer {
  url: string
  close(): Promise<void>
}

/** Health and metrics, on a port of their own that callers never reach. */
export async function openInternalServer(
  host: string,
  port: number,
  metrics: Metrics,
  /** Why the process must not be sent requests now, or undefined when it may. */
  refusal: () => Promise<string | undefined>,
): Promise<InternalServer> {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/livez':
        return say(response, 200, { status: 'live' })
      case '/metrics':
        return metrics.handle(request, response)
      case '/readyz':
        return void refusal()
          .catch(() => 'the database does not answer')
          .then((reason) =>
            reason ? say(response, 503, { status: 'not ready', reason }) : say(response, 200, { status: 'ready' }),
          )
      default:
        return say(response, 404, { status: 'nothing here' })
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

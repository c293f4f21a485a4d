import Fastify, { type FastifyInstance } from 'fastify'
import { uuidv7 } from '../ids.ts'
import type { Metrics } from '../observability/metrics.ts'

export interface InternalServer {
  url: string
  close(): Promise<void>
}

const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 5_000

/** Health and metrics, on a port of their own that callers never reach, and what `mount` adds for the operator. */
export async function openInternalServer(
  host: string,
  port: number,
  metrics: Metrics,
  /** Why the process must not be sent requests now, or undefined when it may. */
  refusal: () => Promise<string | undefined>,
  mount: (app: FastifyInstance) => void = () => {},
): Promise<InternalServer> {
  const app = Fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    genReqId: () => uuidv7(),
  })
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_, reply) => {
    const reason = await refusal().catch(() => 'the database does not answer')
    return reason ? reply.code(503).send({ status: 'not ready', reason }) : { status: 'ready' }
  })
  app.get('/metrics', (request, reply) => {
    reply.hijack()
    metrics.handle(request.raw, reply.raw)
  })
  mount(app)
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

import Fastify, { type FastifyInstance } from 'fastify'
import { uuidv7 } from '../ids.ts'
import type { Metrics } from '../observability/metrics.ts'
import { hasNeedlessEscape } from './needless-escapes.ts'
import type { Readiness } from './readiness.ts'

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
  readiness: Readiness,
  mount: (app: FastifyInstance) => void = () => {},
): Promise<InternalServer> {
  const app = Fastify({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    genReqId: () => uuidv7(),
    rewriteUrl: ({ url }) => (hasNeedlessEscape(url!) ? '/' : url!),
  })
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_, reply) => {
    const report = await readiness.report()
    return reply.code(report.status === 'not ready' ? 503 : 200).send(report)
  })
  app.get('/metrics', (request, reply) => {
    reply.hijack()
    metrics.handle(request.raw, reply.raw)
  })
  mount(app)
  const url = await app.listen({ host, port })
  return {
    url,
    async close() {
      readiness.close()
      await app.close()
    },
  }
}

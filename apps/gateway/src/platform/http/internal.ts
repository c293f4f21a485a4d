import type { TLSSocket } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { uuidv7 } from '../ids.ts'
import type { Metrics } from '../observability/metrics.ts'
import { isAmbiguous } from './ambiguous-path.ts'
import type { Readiness } from './readiness.ts'
import type { internalSettings } from './settings.ts'

export interface InternalServer {
  url: string
  close(): Promise<void>
}

const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 5_000

/** The kubelet has no client certificate, and probe responses contain no user data. */
const probes = new Set(['/livez', '/readyz'])

/**
 * Internal port: health, metrics, and the routes that `mount` adds for the operator. Callers never reach it. With a certificate
 * configured it requires mutual TLS: every request but the probes needs a client certificate of the configured authorities.
 */
export async function createInternalServer(
  settings: Settings<typeof internalSettings>,
  metrics: Metrics,
  readiness: Readiness,
  mount: (app: FastifyInstance) => void = () => {},
): Promise<InternalServer> {
  const { INTERNAL_TLS_CERTIFICATE: cert, INTERNAL_TLS_KEY: key, INTERNAL_TLS_AUTHORITIES: ca } = settings
  const tls = cert === undefined ? null : { cert, key, ca, requestCert: true, rejectUnauthorized: false }
  const app = Fastify({
    https: tls,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    genReqId: () => uuidv7(),
    rewriteUrl: ({ url }) => (isAmbiguous(url!) ? '/' : url!),
  })
  if (tls)
    app.addHook('onRequest', async (request, reply) => {
      if (probes.has(request.routeOptions.url ?? '') || (request.raw.socket as TLSSocket).authorized) return
      await reply.code(403).send({ status: 'a client certificate is needed' })
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
  const url = await app.listen({ host: settings.INTERNAL_HOST, port: settings.INTERNAL_PORT })
  return {
    url,
    async close() {
      readiness.close()
      await app.close()
    },
  }
}

import { createServer } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { accessRoutes } from './areas/access/routes.ts'
import { billetRoutes } from './areas/billets/routes.ts'
import { crossborderRoutes } from './areas/crossborder/routes.ts'
import { mountRoom } from './areas/developer-portal/mount-portal.ts'
import { livenessQuarter, mountLivenessPage } from './areas/liveness-page/mount-liveness-page.ts'
import { livenessRoutes, onboardingRoutes } from './areas/onboarding/routes.ts'
import { fundRecoveryRoutes } from './areas/pix-fund-recovery/routes.ts'
import { infractionRoutes } from './areas/pix-infractions/routes.ts'
import { refundRoutes } from './areas/pix-refunds/routes.ts'
import { reportRoutes } from './areas/reports/routes.ts'
import { simulationRoutes } from './areas/simulations/routes.ts'
import { storageRoutes } from './areas/storage/routes.ts'
import { transactionRoutes } from './areas/transactions/routes.ts'
import { webhookRoutes } from './areas/webhooks/routes.ts'
import { mountContract } from './contract.ts'
import { mountDocs } from './docs.ts'
import { eventTypes } from './event-types.ts'
import { createClientErrorHandler } from './http/client-error-handler.ts'
import { routeNotFound } from './http/faults.ts'
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  STREAM_TIMEOUT_MS,
} from './http/limits.ts'
import { refuseEarly } from './http/load-shedding.ts'
import { createNotFoundHandler } from './http/not-found.ts'
import { rewriteToNotFound } from './http/not-found-prefixes.ts'
import { createOverloadDetector } from './http/overload-detector.ts'
import { createPipelineOfRequests } from './http/pipeline.ts'
import { answerHeaders, sendError } from './http/respond.ts'
import type { Route } from './http/route.ts'
import { isStillServed } from './http/scope/scope.ts'
import { trustedProxies } from './http/settings.ts'
import { sendTransportSecurity } from './platform/http/transport-security.ts'
import { uuidv7 } from './platform/ids.ts'
import { mountDiskObjects } from './platform/object-storage/serve-disk.ts'
import type { ApiServices, TestApiServices } from './services.ts'

/** Every operation of a live gateway. */
export const liveRoutes: Route<ApiServices>[] = [
  ...crossborderRoutes,
  ...reportRoutes,
  ...billetRoutes,
  ...transactionRoutes,
  ...infractionRoutes,
  ...refundRoutes,
  ...fundRecoveryRoutes,
  ...onboardingRoutes,
  ...storageRoutes,
  ...livenessRoutes,
  ...accessRoutes,
  ...webhookRoutes(eventTypes.map(({ type }) => type)),
]

/** Table of contents: every operation of the gateway. Only a test installation has the simulations. */
export const routes: Route<TestApiServices>[] = [...liveRoutes, ...simulationRoutes]

/** On a live installation the simulations return 404, like unknown addresses. Only they need `counterparts`. */
const servedBy = ({ counterparts }: ApiServices): Route<TestApiServices>[] => (counterparts ? routes : liveRoutes)

/** Connection timeouts, and the maximum size of request headers. */
const connectionLimits = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: REQUEST_TIMEOUT_MS,
  requestTimeout: STREAM_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
}

/** Builds the API with the gateway's operations, and further ones for tests or benchmarks. */
export async function buildApi(services: ApiServices, more: Route<ApiServices>[] = []): Promise<FastifyInstance> {
  const isFull = createOverloadDetector(services.pool)
  const unreadable = createClientErrorHandler(services)
  const app = Fastify({
    serverFactory: (handle) => createServer(connectionLimits, refuseEarly(services, isFull, handle)),
    clientErrorHandler: unreadable.refuse,
    bodyLimit: BODY_BYTES_MAX,
    // Failed authentications are counted per client address, and behind a proxy all clients would share the proxy's.
    trustProxy: trustedProxies(services.settings),
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    // Always generated here: it appears in events and in the audit log, where a client could otherwise write anything.
    requestIdHeader: false,
    genReqId: () => uuidv7(services.clock.now().getTime()),
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Errors before a route is found, such as an address that cannot be decoded.
    frameworkErrors: (_, request, reply) => {
      answerHeaders(services, request, reply)
      sendError(services, routeNotFound(), request, reply)
    },
    rewriteUrl: ({ url }) => rewriteToNotFound(url!, [livenessQuarter]),
  })
  app.server.on('request', unreadable.heard)
  app.removeContentTypeParser('text/plain')
  sendTransportSecurity(app, services.settings.PUBLIC_URL)
  const table = [...servedBy(services), ...more]
  await mountContract(app, table)
  createPipelineOfRequests(app, services as TestApiServices, table)
  if (services.addresses)
    await mountDiskObjects(app, services.objects, services.addresses, (user_id, grant_id) =>
      isStillServed(services.pool, user_id, grant_id),
    )
  await mountLivenessPage(app, services)
  mountRoom(app, services)
  mountDocs(app, table)
  const notFound = createNotFoundHandler(table)
  app.setNotFoundHandler((request, reply) => sendError(services, notFound(request), request, reply))
  await app.ready()
  return app
}

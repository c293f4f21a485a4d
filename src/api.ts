import { createServer } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { accessRoutes } from './areas/access/routes.ts'
import { billetRoutes } from './areas/billets/routes.ts'
import { crossborderRoutes } from './areas/crossborder/routes.ts'
import { livenessQuarter, mountLivenessPage } from './areas/liveness-page/mount-liveness-page.ts'
import { livenessRoutes, onboardingRoutes } from './areas/onboarding/routes.ts'
import { fundRecoveryRoutes } from './areas/pix-fund-recovery/routes.ts'
import { infractionRoutes } from './areas/pix-infractions/routes.ts'
import { refundRoutes } from './areas/pix-refunds/routes.ts'
import { reportRoutes } from './areas/reports/routes.ts'
import { mountRoom } from './areas/room/mount-room.ts'
import { simulationRoutes } from './areas/simulations/routes.ts'
import { storageRoutes } from './areas/storage/routes.ts'
import { transactionRoutes } from './areas/transactions/routes.ts'
import { webhookRoutes } from './areas/webhooks/routes.ts'
import { sendTransportSecurity } from './base/http/transport-security.ts'
import { uuidv7 } from './base/ids.ts'
import { mountDiskObjects } from './base/objects/serve-disk.ts'
import { mountContract } from './contract.ts'
import { mountDocs } from './docs.ts'
import { eventTypes } from './event-types.ts'
import { answerFault, answerHeaders } from './gate/answer.ts'
import { routeNotFound } from './gate/faults.ts'
import { openGate } from './gate/gate.ts'
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  STREAM_TIMEOUT_MS,
} from './gate/limits.ts'
import { openNotFound } from './gate/not-found.ts'
import { openOverload } from './gate/overload.ts'
import { leadAstray } from './gate/quarter.ts'
import { refuseEarly } from './gate/refuse-early.ts'
import { openUnreadable } from './gate/refuse-unreadable.ts'
import type { Route } from './gate/route.ts'
import { isStillServed } from './gate/scope/scope.ts'
import { trustedProxies } from './gate/settings.ts'
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

/** Every operation of the gateway: the table of contents. The last of them only a test installation has. */
export const routes: Route<TestApiServices>[] = [...liveRoutes, ...simulationRoutes]

/** On a live installation what simulates is not there: not refused, but unknown. Only it needs counterparts. */
const servedBy = ({ counterparts }: ApiServices): Route<TestApiServices>[] => (counterparts ? routes : liveRoutes)

/** How long a connection may take over what, and how much a request may say before its body. */
const connectionLimits = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: REQUEST_TIMEOUT_MS,
  requestTimeout: STREAM_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
}

/** With the operations of the gateway, and those that only a test or a measurement has. */
export async function buildApi(services: ApiServices, more: Route<ApiServices>[] = []): Promise<FastifyInstance> {
  const isFull = openOverload(services.pool)
  const unreadable = openUnreadable(services)
  const app = Fastify({
    serverFactory: (handle) => createServer(connectionLimits, refuseEarly(services, isFull, handle)),
    clientErrorHandler: unreadable.refuse,
    bodyLimit: BODY_BYTES_MAX,
    // Whoever has no credential is counted by address, and behind a proxy everybody would have the proxy's.
    trustProxy: trustedProxies(services.settings),
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    // Ours always: it stands in events and in the audit, where a caller could otherwise write what it likes.
    requestIdHeader: false,
    genReqId: () => uuidv7(services.clock.now().getTime()),
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // What the framework refuses before there is a route, such as an address it cannot decode.
    frameworkErrors: (_, request, reply) => {
      answerHeaders(services, request, reply)
      answerFault(services, routeNotFound(), request, reply)
    },
    rewriteUrl: ({ url }) => leadAstray(url!, [livenessQuarter]),
  })
  app.server.on('request', unreadable.heard)
  app.removeContentTypeParser('text/plain')
  sendTransportSecurity(app, services.settings.PUBLIC_URL)
  const table = [...servedBy(services), ...more]
  await mountContract(app, table)
  openGate(app, services as TestApiServices, table)
  if (services.addresses)
    await mountDiskObjects(app, services.objects, services.addresses, (user_id, grant_id) =>
      isStillServed(services.pool, user_id, grant_id),
    )
  await mountLivenessPage(app, services)
  mountRoom(app, services)
  mountDocs(app, table)
  const notFound = openNotFound(table)
  app.setNotFoundHandler((request, reply) => answerFault(services, notFound(request), request, reply))
  await app.ready()
  return app
}

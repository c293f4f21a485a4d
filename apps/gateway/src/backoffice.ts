import Fastify, { type FastifyInstance } from 'fastify'
import { crossborderDeskRoutes } from './areas/crossborder/backoffice/backoffice-routes.ts'
import { onboardingDeskRoutes } from './areas/onboarding/backoffice/backoffice-routes.ts'
import { recoveryDeskRoutes } from './areas/pix-fund-recovery/backoffice/backoffice-routes.ts'
import { infractionDeskRoutes } from './areas/pix-infractions/backoffice/backoffice-routes.ts'
import { refundDeskRoutes } from './areas/pix-refunds/backoffice/backoffice-routes.ts'
import { webhookDeskRoutes } from './areas/webhooks/backoffice/backoffice-routes.ts'
import { keepingRoutes } from './backoffice/admin/backoffice-routes.ts'
import { proposalRoutes } from './backoffice/approvals/backoffice-routes.ts'
import { journalDeskRoutes } from './backoffice/audit-log/backoffice-routes.ts'
import { peopleRoutes } from './backoffice/auth/backoffice-routes.ts'
import { mountLogin } from './backoffice/auth/mount-login.ts'
import { createBackofficePipeline } from './backoffice/backoffice-pipeline.ts'
import type { DeskRoute } from './backoffice/backoffice-route.ts'
import { caseRoutes } from './backoffice/cases/backoffice-routes.ts'
import { liveRoutes } from './backoffice/realtime/backoffice-routes.ts'
import { viewRoutes } from './backoffice/saved-views/backoffice-routes.ts'
import { figureRoutes } from './backoffice/statistics/backoffice-routes.ts'
import { timelineRoutes } from './backoffice/timeline/backoffice-routes.ts'
import { mountPages } from './backoffice/web/mount-pages.ts'
import { mountDeskContract } from './contract.ts'
import { createClientErrorHandler } from './http/client-error-handler.ts'
import { BODY_BYTES_MAX, KEEP_ALIVE_MS } from './http/limits.ts'
import { trustedProxies } from './http/settings.ts'
import { isAmbiguous } from './platform/http/ambiguous-path.ts'
import { sendTransportSecurity } from './platform/http/transport-security.ts'
import { uuidv7 } from './platform/ids.ts'
import type { DeskServices } from './services.ts'

/** Table of contents: every operation of the backoffice. */
export const deskRoutes: DeskRoute<DeskServices>[] = [
  ...peopleRoutes,
  ...journalDeskRoutes,
  ...crossborderDeskRoutes,
  ...onboardingDeskRoutes,
  ...caseRoutes,
  ...timelineRoutes,
  ...liveRoutes,
  ...viewRoutes,
  ...figureRoutes,
  ...infractionDeskRoutes,
  ...refundDeskRoutes,
  ...recoveryDeskRoutes,
  ...proposalRoutes,
  ...keepingRoutes,
  ...webhookDeskRoutes,
]

/** A path that no route has. Ambiguous paths are rewritten to it, so that they get the ordinary 404. */
const UNKNOWN = '/v1/-'

export async function buildDesk(services: DeskServices, table = deskRoutes): Promise<FastifyInstance> {
  const unreadable = createClientErrorHandler(services)
  const app = Fastify({
    clientErrorHandler: unreadable.refuse,
    bodyLimit: BODY_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The audit log records the client's address, and behind a proxy all clients would share the proxy's.
    trustProxy: trustedProxies(services.settings),
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    // Always generated here, because the audit log records it.
    requestIdHeader: false,
    genReqId: () => uuidv7(),
    exposeHeadRoutes: false,
    rewriteUrl: ({ url }) => (isAmbiguous(url!) ? UNKNOWN : url!),
  })
  app.server.on('request', unreadable.heard)
  app.removeContentTypeParser('text/plain')
  sendTransportSecurity(app, services.settings.DESK_URL)
  await mountDeskContract(app)
  createBackofficePipeline(app, services, table)
  mountLogin(app, services)
  mountPages(app, services)
  // Event streams are closed first, because a shutdown waits for open responses and these never end.
  app.addHook('preClose', () => services.live.close())
  await app.ready()
  return app
}

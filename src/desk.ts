import Fastify, { type FastifyInstance } from 'fastify'
import { crossborderDeskRoutes } from './areas/crossborder/desk/desk-routes.ts'
import { onboardingDeskRoutes } from './areas/onboarding/desk/desk-routes.ts'
import { recoveryDeskRoutes } from './areas/pix-fund-recovery/desk/desk-routes.ts'
import { infractionDeskRoutes } from './areas/pix-infractions/desk/desk-routes.ts'
import { refundDeskRoutes } from './areas/pix-refunds/desk/desk-routes.ts'
import { webhookDeskRoutes } from './areas/webhooks/desk/desk-routes.ts'
import { isAmbiguous } from './base/http/ambiguous-path.ts'
import { sendTransportSecurity } from './base/http/transport-security.ts'
import { uuidv7 } from './base/ids.ts'
import { mountDeskContract } from './contract.ts'
import { caseRoutes } from './desk/cases/desk-routes.ts'
import { openDeskGate } from './desk/desk-gate.ts'
import type { DeskRoute } from './desk/desk-route.ts'
import { figureRoutes } from './desk/figures/desk-routes.ts'
import { journalDeskRoutes } from './desk/journal/desk-routes.ts'
import { keepingRoutes } from './desk/keeping/desk-routes.ts'
import { liveRoutes } from './desk/live/desk-routes.ts'
import { peopleRoutes } from './desk/people/desk-routes.ts'
import { mountLogin } from './desk/people/mount-login.ts'
import { proposalRoutes } from './desk/proposals/desk-routes.ts'
import { timelineRoutes } from './desk/timeline/desk-routes.ts'
import { viewRoutes } from './desk/views/desk-routes.ts'
import { mountPages } from './desk/web/mount-pages.ts'
import { BODY_BYTES_MAX, KEEP_ALIVE_MS } from './gate/limits.ts'
import { openUnreadable } from './gate/refuse-unreadable.ts'
import { trustedProxies } from './gate/settings.ts'
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
  const unreadable = openUnreadable(services)
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
  openDeskGate(app, services, table)
  mountLogin(app, services)
  mountPages(app, services)
  // Event streams are closed first, because a shutdown waits for open responses and these never end.
  app.addHook('preClose', () => services.live.close())
  await app.ready()
  return app
}

import { buildApi } from './api.ts'
import { openInternalServer } from './base/http/internal.ts'
import { openLeave, sayGoodbye } from './base/http/leave.ts'
import { openReadiness } from './base/http/readiness.ts'
import { checkStart, openApiServices } from './services.ts'
import type { ApiSettings } from './settings.ts'

/** Who still sends has not heard yet that this process is leaving: long enough for a balancer that asks every second. */
const QUIET_MS = 1_500
/** Whoever asks nobody, and comes back on a new connection each time, is not waited for. */
const DRAIN_MAX_MS = 10_000
const SWEEP_MS = 100
/** Who may wait to be connected: beyond it the kernel is silent, and a caller tries again after 1, 3 and 7 s. The kernel has a most of its own. */
const CONNECTING_MAX = 4_096

export interface RunningApi {
  base_url: string
  internal_url: string
  log: ReturnType<typeof openApiServices>['log']
  /** Settles when the process has to end. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export async function runApi(settings: ApiSettings): Promise<RunningApi> {
  const services = openApiServices(settings)
  await checkStart(services)
  const app = await buildApi(services)
  const leave = openLeave()
  const farewell = sayGoodbye(app.server, leave)
  const readiness = openReadiness([leave.check, ...services.checks], services.log, services.metrics)
  const internal = await openInternalServer(settings, services.metrics, readiness)
  const base_url = await app
    .listen({ host: settings.HTTP_HOST, port: settings.HTTP_PORT, backlog: CONNECTING_MAX })
    .catch(async (error: unknown) => {
      // A process that answers health checks and nothing else is worse than none.
      await internal.close()
      await services.close()
      throw error
    })
  services.log.info('api_listening', { host: settings.HTTP_HOST, port: Number(new URL(base_url).port) })
  return {
    base_url,
    internal_url: internal.url,
    log: services.log,
    failed: services.installation.found,
    /** Readiness fails first, then requests under way finish, then connections close. */
    async stop() {
      leave.begin()
      await farewell.quiet(QUIET_MS, DRAIN_MAX_MS)
      // A connection whose last request ends while we close would otherwise be kept alive for a next one.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      await app.close()
      clearInterval(sweep)
      await services.close()
      await internal.close()
    },
  }
}

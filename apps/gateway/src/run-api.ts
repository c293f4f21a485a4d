import { buildApi } from './api.ts'
import { closeKeepAlive, createShutdownState } from './platform/http/graceful-drain.ts'
import { createInternalServer } from './platform/http/internal.ts'
import { createReadiness } from './platform/http/readiness.ts'
import { checkStart, createApiServices } from './services.ts'
import type { ApiSettings } from './settings.ts'

/**
 * How long readiness fails before the drain, so that a load balancer that checks every second stops sending requests.
 */
const QUIET_MS = 1_500
/** The maximum drain time, because a client may open new connections without checking readiness. */
const DRAIN_MAX_MS = 10_000
const SWEEP_MS = 100
/**
 * The listen backlog. Beyond it the kernel drops connections, and a client retries after 1, 3 and 7 s. The kernel has
 * its own maximum.
 */
const CONNECTING_MAX = 4_096

export interface RunningApi {
  base_url: string
  internal_url: string
  log: ReturnType<typeof createApiServices>['log']
  /** Resolves when the process has to end. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export async function runApi(settings: ApiSettings): Promise<RunningApi> {
  const services = createApiServices(settings)
  await checkStart(services)
  const app = await buildApi(services)
  const leave = createShutdownState()
  const farewell = closeKeepAlive(app.server, leave)
  const readiness = createReadiness([leave.check, ...services.checks], services.log, services.metrics)
  const internal = await createInternalServer(settings, services.metrics, readiness)
  const base_url = await app
    .listen({ host: settings.HTTP_HOST, port: settings.HTTP_PORT, backlog: CONNECTING_MAX })
    .catch(async (error: unknown) => {
      // A process that only answers health checks is worse than none.
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
    /** Graceful shutdown: readiness fails first, then requests in progress finish, then connections close. */
    async stop() {
      leave.begin()
      await farewell.quiet(QUIET_MS, DRAIN_MAX_MS)
      // A connection whose last request ends during the shutdown would otherwise be kept alive.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      await app.close()
      clearInterval(sweep)
      await services.close()
      await internal.close()
    },
  }
}

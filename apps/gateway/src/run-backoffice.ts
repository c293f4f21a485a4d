import { buildDesk } from './backoffice.ts'
import { IssuerUnavailable } from './http/auth/issuer-keys.ts'
import { createShutdownState } from './platform/http/graceful-drain.ts'
import { createInternalServer } from './platform/http/internal.ts'
import { createReadiness } from './platform/http/readiness.ts'
import type { Log } from './platform/observability/log.ts'
import { checkStart, createBackofficeServices } from './services.ts'
import type { DeskSettings } from './settings.ts'

export interface RunningDesk {
  base_url: string
  internal_url: string
  log: Log
  /** Resolves when the process has to end. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export async function runDesk(settings: DeskSettings): Promise<RunningDesk> {
  const services = createBackofficeServices(settings)
  await checkStart(services)
  await services.people.refusePairwise().catch(async (error: unknown) => {
    // While the issuer is unavailable the backoffice starts, and rejects access tokens until the issuer responds.
    if (error instanceof IssuerUnavailable) return services.log.warn('issuer_away_at_start')
    await services.close()
    throw error
  })
  const app = await buildDesk(services)
  const leave = createShutdownState()
  const readiness = createReadiness([leave.check, ...services.checks], services.log, services.metrics)
  const internal = await createInternalServer(settings, services.metrics, readiness)
  const base_url = await app
    .listen({ host: settings.DESK_HOST, port: settings.DESK_PORT })
    .catch(async (error: unknown) => {
      await internal.close()
      await services.close()
      throw error
    })
  services.log.info('desk_listening', { host: settings.DESK_HOST, port: Number(new URL(base_url).port) })
  return {
    base_url,
    internal_url: internal.url,
    log: services.log,
    failed: services.installation.found,
    async stop() {
      leave.begin()
      await app.close()
      await services.close()
      await internal.close()
    },
  }
}

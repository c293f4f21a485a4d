import { setTimeout as pause } from 'node:timers/promises'
import { buildApi } from './api.ts'
import { readMigrations, schemaRefusal } from './base/db/migrations.ts'
import { openInternalServer } from './base/http/internal.ts'
import { openApiServices } from './services.ts'
import type { ApiSettings } from './settings.ts'

/** Long enough for a balancer that asks every second to have heard that this process is leaving. */
const DRAIN_MS = 1_500
const SWEEP_MS = 100

export interface RunningApi {
  base_url: string
  internal_url: string
  log: ReturnType<typeof openApiServices>['log']
  stop(): Promise<void>
}

export async function runApi(settings: ApiSettings): Promise<RunningApi> {
  const services = openApiServices(settings)
  const app = await buildApi(services)
  const migrations = readMigrations()
  let stopping = false
  const refusal = async () => (stopping ? 'stopping' : schemaRefusal(services.pool, migrations))

  const internal = await openInternalServer(settings.INTERNAL_HOST, settings.INTERNAL_PORT, services.metrics, refusal)
  const base_url = await app
    .listen({ host: settings.HTTP_HOST, port: settings.HTTP_PORT })
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
    /** Readiness fails first, then requests under way finish, then connections close. */
    async stop() {
      stopping = true
      await pause(DRAIN_MS)
      // A connection whose last request ends while we close would otherwise be kept alive for a next one.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      await app.close()
      clearInterval(sweep)
      await services.close()
      await internal.close()
    },
  }
}

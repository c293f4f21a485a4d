import type pg from 'pg'
import { systemClock } from './base/clock.ts'
import type { ApiConfig } from './base/config/config.ts'
import { openPool } from './base/db/pool.ts'
import { openLog } from './base/observability/log.ts'
import { openMetrics } from './base/observability/metrics.ts'
import { openTraces } from './base/observability/traces.ts'
import { openApiKeyVerifier } from './gate/auth/api-key.ts'
import { openIssuerKeys } from './gate/auth/issuer-keys.ts'
import { openTokenVerifier } from './gate/auth/platform-token.ts'
import type { Gate } from './gate/gate.ts'

/** Everything the API is made of, connected by hand, in one place. */
export interface ApiServices extends Gate {
  pool: pg.Pool
  close(): Promise<void>
}

export function openApiServices(config: ApiConfig): ApiServices {
  const clock = systemClock
  const log = openLog(config.LOG_LEVEL)
  const metrics = openMetrics('eclusa-api')
  const traces = openTraces('eclusa-api', config.OTLP_TRACES_URL)
  const pool = openPool({ connectionString: config.DATABASE_URL, size: config.DATABASE_POOL_SIZE, name: 'eclusa-api' })
  const rules = {
    issuer: config.OIDC_ISSUER,
    audience: config.OIDC_AUDIENCE,
    algorithms: config.OIDC_ALGORITHMS.split(','),
    type: config.OIDC_TOKEN_TYPE,
  }
  return {
    clock,
    log,
    metrics,
    traces,
    pool,
    verifyToken: openTokenVerifier(rules, openIssuerKeys(config.OIDC_ISSUER, clock), clock),
    verifyApiKey: openApiKeyVerifier(pool, config.API_KEY_PEPPER),
    docsUrl: `${config.PUBLIC_URL ?? ''}/docs`,
    apiKeySunset: config.API_KEY_SUNSET,
    replayWindowSeconds: config.REPLAY_WINDOW_SECONDS,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    async close() {
      await pool.end()
      await Promise.all([metrics.close(), traces?.close()])
    },
  }
}

import type pg from 'pg'
import { type Clock, systemClock } from './base/clock.ts'
import type { ApiConfig, WorkerConfig } from './base/config/config.ts'
import { openOperatorPool } from './base/db/operator-pool.ts'
import { openPool } from './base/db/pool.ts'
import { openJobSender } from './base/jobs/sender.ts'
import { type Objects, openObjects } from './base/objects/open.ts'
import { type Log, openLog } from './base/observability/log.ts'
import { openMetrics } from './base/observability/metrics.ts'
import { openTraces } from './base/observability/traces.ts'
import { openClamd } from './base/scan/clamd.ts'
import type { Scanner } from './base/scan/scanner.ts'
import { openApiKeyVerifier } from './gate/auth/api-key.ts'
import { openIssuerKeys } from './gate/auth/issuer-keys.ts'
import { openTokenVerifier } from './gate/auth/platform-token.ts'
import type { Gate } from './gate/gate.ts'
import type { Ground } from './gate/transaction.ts'

/** Everything the API is made of, connected by hand, in one place. */
export interface ApiServices extends Gate, Objects {
  /** Present when files are scanned for malware. */
  scanner: Scanner | undefined
  pool: pg.Pool
  close(): Promise<void>
}

export function openApiServices(config: ApiConfig): ApiServices {
  const clock = systemClock
  const log = openLog(config.LOG_LEVEL)
  const metrics = openMetrics('eclusa-api')
  const traces = openTraces('eclusa-api', config.OTLP_TRACES_URL)
  const pool = openPool({ connectionString: config.DATABASE_URL, size: config.DATABASE_POOL_SIZE, name: 'eclusa-api' })
  const jobs = openJobSender(pool)
  const stored = openObjects(config, clock)
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
    jobs,
    ...stored,
    scanner: openScanner(config),
    verifyToken: openTokenVerifier(rules, openIssuerKeys(config.OIDC_ISSUER, clock), clock),
    verifyApiKey: openApiKeyVerifier(pool, config.API_KEY_PEPPER),
    docsUrl: `${config.PUBLIC_URL ?? ''}/docs`,
    apiKeySunset: config.API_KEY_SUNSET,
    signingSecret: config.SIGNING_SECRET,
    replayWindowSeconds: config.REPLAY_WINDOW_SECONDS,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    async close() {
      await jobs.close()
      await pool.end()
      await stored.objects.close()
      await Promise.all([metrics.close(), traces?.close()])
    },
  }
}

function openScanner({ CLAMD_HOST: host, CLAMD_PORT: port, CLAMD_TIMEOUT_MS: timeoutMs }: ApiConfig) {
  return host === undefined ? undefined : openClamd({ host, port, timeoutMs })
}

/** Everything the worker is made of. Work on one user's records goes through `pool` under that user's scope. */
export interface WorkerServices extends Ground, Objects {
  /** Sees every user: only for the few jobs that have to look across them. */
  operator: pg.Pool
  clock: Clock
  log: Log
  close(): Promise<void>
}

export function openWorkerServices(config: WorkerConfig): WorkerServices {
  const log = openLog(config.LOG_LEVEL)
  const metrics = openMetrics('eclusa-worker')
  const pool = openPool({
    connectionString: config.DATABASE_URL,
    size: config.DATABASE_POOL_SIZE,
    name: 'eclusa-worker',
  })
  const operator = openOperatorPool(config.DATABASE_OPERATOR_URL, config.DATABASE_POOL_SIZE)
  const jobs = openJobSender(pool)
  const stored = openObjects(config, systemClock)
  return {
    clock: systemClock,
    log,
    metrics,
    pool,
    operator,
    jobs,
    ...stored,
    async close() {
      await jobs.close()
      await stored.objects.close()
      await Promise.all([pool.end(), operator.end(), metrics.close()])
    },
  }
}

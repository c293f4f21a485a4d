import type pg from 'pg'
import type { VerificationMode } from './areas/crossborder/verification.ts'
import { openLivenessAddresses } from './areas/onboarding/liveness/address.ts'
import type { LivenessServices } from './areas/onboarding/liveness/routes.ts'
import type { OnboardingServices } from './areas/onboarding/routes.ts'
import type { CheckTerms } from './areas/onboarding/steps/settle.ts'
import type { RecoveryTerms } from './areas/pix-fund-recovery/new-request.ts'
import { type NotificationTerms, notificationPeriods } from './areas/pix-infractions/status.ts'
import type { StorageServices } from './areas/storage/keep-file.ts'
import type { WebhookServices } from './areas/webhooks/routes.ts'
import { systemClock } from './base/clock.ts'
import type { ApiConfig, WorkerConfig } from './base/config/config.ts'
import { openOperatorPool } from './base/db/operator-pool.ts'
import { openPool } from './base/db/pool.ts'
import { openEgress } from './base/http/egress.ts'
import { openJobSender } from './base/jobs/sender.ts'
import { type Objects, openObjects } from './base/objects/open.ts'
import { openLog } from './base/observability/log.ts'
import { openMetrics } from './base/observability/metrics.ts'
import { openTraces } from './base/observability/traces.ts'
import { openClamd } from './base/scan/clamd.ts'
import { openSeal } from './base/sealed.ts'
import type { DeliveryServices } from './events/delivery/deliver-webhooks.ts'
import { parseRetryDelays } from './events/delivery/retry.ts'
import { openApiKeyVerifier } from './gate/auth/api-key.ts'
import { openIssuerKeys } from './gate/auth/issuer-keys.ts'
import { openTokenVerifier } from './gate/auth/platform-token.ts'
import type { Gate } from './gate/gate.ts'
import { type BilletRegistry, openBilletRegistry } from './partners/billet-registry/client.ts'
import { connectDict, contactOf } from './partners/dict/connect-dict.ts'
import type { Dict } from './partners/dict/dict.ts'
import { type OnboardingChecks, openOnboardingChecks } from './partners/onboarding-checks/client.ts'

/** What the key of webhook secrets is derived for. Another text is another key. */
const WEBHOOK_SECRETS = 'webhook secrets'

/** Everything the API is made of, connected by hand, in one place. */
export interface ApiServices extends Gate, WebhookServices, Objects, StorageServices, LivenessServices {
  pool: pg.Pool
  billetRegistry: BilletRegistry
  /** Absent when the gateway is not connected to DICT. */
  dict: Dict | undefined
  recovery: RecoveryTerms
  onboarding: OnboardingServices['onboarding']
  /** Whose word counts for where a request came from. */
  trustedProxies: string[]
  close(): Promise<void>
}

export function openApiServices(config: ApiConfig): ApiServices {
  const clock = systemClock
  const log = openLog(config.LOG_LEVEL)
  const metrics = openMetrics('eclusa-api')
  const traces = openTraces('eclusa-api', config.OTLP_TRACES_URL)
  const pool = openPool({ connectionString: config.DATABASE_URL, size: config.DATABASE_POOL_SIZE, name: 'eclusa-api' })
  const jobs = openJobSender(config.DATABASE_URL)
  const billetRegistry = openBilletRegistry({
    url: config.BILLET_REGISTRY_URL,
    token: config.BILLET_REGISTRY_TOKEN,
    timeoutMs: config.BILLET_REGISTRY_TIMEOUT_MS,
  })
  const dict = connectDict(config)
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
    billetRegistry,
    dict,
    recovery: {
      periods: { contestDays: config.FUND_RECOVERY_CONTEST_DAYS, analysisDays: config.FUND_RECOVERY_ANALYSIS_DAYS },
      contact: contactOf(config),
    },
    onboarding: { days: config.ONBOARDING_DAYS },
    trustedProxies: config.TRUSTED_PROXIES.split(',').flatMap((network) => network.trim() || []),
    ...stored,
    scanner: openScanner(config),
    storageQuotaBytes: config.STORAGE_QUOTA_MB * 1_000_000,
    verifyToken: openTokenVerifier(rules, openIssuerKeys(config.OIDC_ISSUER, clock), clock),
    verifyApiKey: openApiKeyVerifier(pool, config.API_KEY_PEPPER),
    docsUrl: `${config.PUBLIC_URL ?? ''}/docs`,
    apiKeySunset: config.API_KEY_SUNSET,
    signingSecret: config.SIGNING_SECRET,
    webhookSeal: openSeal(config.SIGNING_SECRET, WEBHOOK_SECRETS),
    livenessAddresses: openLivenessAddresses(config.SIGNING_SECRET, config.PUBLIC_URL),
    livenessCaptureHours: config.LIVENESS_CAPTURE_HOURS,
    livenessAttemptsMax: config.LIVENESS_ATTEMPTS_MAX,
    replayWindowSeconds: config.REPLAY_WINDOW_SECONDS,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    async close() {
      await jobs.close()
      await billetRegistry.close()
      await dict?.close()
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
export interface WorkerServices extends DeliveryServices, Objects {
  /** Sees every user: only for the few jobs that have to look across them. */
  operator: pg.Pool
  docsUrl: string
  eventRetentionMonths: number
  /** Who decides about what is pending. */
  verification: VerificationMode
  /** Absent when the gateway is not connected to DICT: the jobs that need it then have nothing to do. */
  dict: Dict | undefined
  /** How long clients have to answer an infraction notification, and what happens when they do not. */
  infractions: NotificationTerms
  /** How often DICT is asked about a recovery that waits for other banks. */
  recoveryPauseMs: number
  /** How long after the analyses the refunds have to be asked for. */
  refundHours: number
  /** Who judges the steps of an onboarding, and how patiently they are asked. */
  onboardingChecks: OnboardingChecks
  checkTerms: CheckTerms
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
  const jobs = openJobSender(config.DATABASE_URL)
  const dict = connectDict(config)
  const stored = openObjects(config, systemClock)
  const onboardingChecks = openOnboardingChecks({
    url: config.ONBOARDING_CHECKS_URL,
    token: config.ONBOARDING_CHECKS_TOKEN,
    timeoutMs: config.ONBOARDING_CHECKS_TIMEOUT_MS,
  })
  return {
    clock: systemClock,
    log,
    docsUrl: `${config.PUBLIC_URL ?? ''}/docs`,
    verification: config.CROSSBORDER_VERIFICATION,
    dict,
    recoveryPauseMs: config.FUND_RECOVERY_FOLLOW_SECONDS * 1000,
    refundHours: config.FUND_RECOVERY_REFUND_HOURS,
    infractions: {
      ...notificationPeriods,
      reminderDays: config.INFRACTION_REMINDER_DAYS,
      defaultHours: config.INFRACTION_DEFAULT_HOURS,
      defaultVerdict: config.INFRACTION_DEFAULT_VERDICT,
    },
    onboardingChecks,
    checkTerms: {
      triesMax: config.ONBOARDING_CHECKS_TRIES,
      pauseMs: config.ONBOARDING_CHECKS_PAUSE_SECONDS * 1000,
      pendingMs: config.ONBOARDING_CHECKS_PENDING_HOURS * 3_600_000,
    },
    metrics,
    pool,
    operator,
    jobs,
    egress: openEgress(),
    seal: openSeal(config.SIGNING_SECRET, WEBHOOK_SECRETS),
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
    retryDelaysMs: parseRetryDelays(config.WEBHOOK_RETRY_DELAYS_SECONDS),
    disableAfterMs: config.WEBHOOK_DISABLE_AFTER_HOURS * 3_600_000,
    eventRetentionMonths: config.EVENT_RETENTION_MONTHS,
    ...stored,
    async close() {
      await jobs.close()
      await dict?.close()
      await onboardingChecks.close()
      await stored.objects.close()
      await Promise.all([pool.end(), operator.end(), metrics.close()])
    },
  }
}

import type pg from 'pg'
import { EARLIER_VALUES, type EarlierServices } from './areas/crossborder/revision-store.ts'
import { createLivenessAddresses, type LivenessAddresses } from './areas/onboarding/liveness/address.ts'
import { type Counterparts, createSimulatorClients } from './areas/simulations/simulator-clients.ts'
import { createIngestion, type Ingest } from './areas/transactions/ingest-batch.ts'
import { readRules } from './backoffice/approvals/approval-policy.ts'
import { PROPOSALS } from './backoffice/approvals/request-approval.ts'
import { anchorCheck } from './backoffice/audit-log/anchor-check.ts'
import { type Anchoring, createAnchorClient } from './backoffice/audit-log/anchor-place.ts'
import { JOURNAL } from './backoffice/audit-log/write-audit-log.ts'
import { createAuth } from './backoffice/auth/create-auth.ts'
import type { LoginPages } from './backoffice/auth/mount-login.ts'
import type { CaseKind } from './backoffice/cases/case-kind.ts'
import { createRealtime, type Live } from './backoffice/realtime/realtime.ts'
import { createRetiredKeys, type KeptKeys } from './backoffice/retired-keys.ts'
import type { Desk } from './backoffice/services.ts'
import type { TimelineSource } from './backoffice/timeline/timeline-source.ts'
import { caseKinds, stories } from './case-types.ts'
import { WEBHOOK_SECRETS } from './events/delivery/attempt.ts'
import type { DeliveryServices } from './events/delivery/deliver-webhooks.ts'
import { createApiKeyVerifier } from './http/auth/api-key.ts'
import { createIssuerKeys } from './http/auth/issuer-keys.ts'
import { createTokenVerifier } from './http/auth/platform-token.ts'
import {
  createUnknownCredentialGuard,
  LOOKS_MAX,
  type UnknownCredentialGuard,
} from './http/auth/unknown-credential-guard.ts'
import { strangersWaiting } from './http/metrics.ts'
import { createRateLeases, createRateLimit } from './http/rate-limit.ts'
import { createRequestLog } from './http/request-log/request-log.ts'
import type { Gate } from './http/services.ts'
import { measures, metricsOf } from './metrics.ts'
import { type BilletRegistry, createBilletRegistry } from './partners/billet-registry/client.ts'
import { connectDict } from './partners/dict/connect-dict.ts'
import type { Dict } from './partners/dict/dict.ts'
import { keepLearning } from './partners/dict/rate-policies.ts'
import { type OnboardingChecks, openOnboardingChecks } from './partners/onboarding-checks/client.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Installation } from './platform/config/installation.ts'
import { createHealthPool, databaseChecks } from './platform/db/database-checks.ts'
import {
  createInstallationGuard,
  type InstallationGuard,
  InstallationMismatch,
} from './platform/db/installation-guard.ts'
import { createOperatorPool } from './platform/db/operator-pool.ts'
import { openPool } from './platform/db/pool.ts'
import { watchPools } from './platform/db/pool-metrics.ts'
import { type Cipher, createCipher } from './platform/encryption.ts'
import { connectivityCheck } from './platform/http/connectivity-check.ts'
import { createEgress } from './platform/http/egress.ts'
import type { Check } from './platform/http/readiness.ts'
import { createJobSender } from './platform/jobs/job-client.ts'
import { createKeyRing, type KeyRing } from './platform/key-ring.ts'
import { createClamd } from './platform/malware-scan/clamd.ts'
import type { Scanner } from './platform/malware-scan/scanner.ts'
import { createObjectStore, type Objects } from './platform/object-storage/create-object-store.ts'
import { storeCheck } from './platform/object-storage/store-check.ts'
import type { Collector } from './platform/observability/collector.ts'
import { createLog } from './platform/observability/log.ts'
import { createMetrics, type Metrics } from './platform/observability/metrics.ts'
import { createTraces, type Traces } from './platform/observability/traces.ts'
import { createTestClock, type TestClock } from './platform/test-clock.ts'
import type { ApiSettings, DeskSettings, WorkerSettings } from './settings.ts'

/** The dependencies of the API, wired by hand in one place. Each operation declares which of them it needs. */
export interface ApiServices extends Gate, Objects, EarlierServices {
  settings: ApiSettings
  /** Present when files are scanned for malware. */
  scanner: Scanner | undefined
  billetRegistry: BilletRegistry
  /** Absent when the gateway is not connected to DICT. */
  dict: Dict | undefined
  webhookSeal: Cipher
  livenessAddresses: LivenessAddresses
  /** Present when partners are simulated, never on a live installation. */
  counterparts: Counterparts | undefined
  /** Present when the clock can be advanced, also only there. */
  testClock: TestClock | undefined
  installation: InstallationGuard
  /** Readiness checks: the hard dependencies of the API. */
  checks: Check[]
  close(): Promise<void>
}

/** The same on a test installation. */
export type TestApiServices = ApiServices & { counterparts: Counterparts }

export function createApiServices(settings: ApiSettings): ApiServices {
  const signingKeys = createKeyRing(settings.SIGNING_SECRET)
  const metrics = createMetrics(metricsOf('api'))
  const traces = createTraces('eclusa-api', settings.OTLP_TRACES_URL)
  const health = createHealthPool(settings.DATABASE_URL, 'eclusa-api-health')
  const pool = openPool({
    connectionString: settings.DATABASE_URL,
    size: settings.DATABASE_POOL_SIZE,
    name: 'eclusa-api',
  })
  const installation = createInstallationGuard(health, settings.INSTALLATION)
  const { clock, testClock } = createClock(settings, settings.DATABASE_URL, pool)
  // Tokens expire on the issuer's clock, which cannot be advanced here.
  const issuerKeys = createIssuerKeys(settings.OIDC_ISSUER, systemClock)
  const strangersPool = openPool({
    connectionString: settings.DATABASE_URL,
    size: LOOKS_MAX,
    name: 'eclusa-api-strangers',
  })
  const limitsPool = openPool({
    connectionString: settings.DATABASE_URL,
    size: 1,
    name: 'eclusa-api-limits',
    statementTimeoutMs: 2_000,
    forgetful: true,
  })
  const jobs = createJobSender(settings.DATABASE_URL)
  const billetRegistry = createBilletRegistry({
    url: settings.BILLET_REGISTRY_URL,
    token: settings.BILLET_REGISTRY_TOKEN,
    timeoutMs: settings.BILLET_REGISTRY_TIMEOUT_MS,
    metrics,
  })
  const log = createLog(settings.LOG_LEVEL)
  const requestLog =
    settings.REQUEST_LOG_DAYS > 0 ? createRequestLog(settings.DATABASE_URL, { metrics, log }) : undefined
  const dict = connectDict(settings, metrics)
  const stopLearning = dict && keepLearning(dict, log)
  const stored = createObjectStore(settings, clock, metrics)
  const strangers = watched(createUnknownCredentialGuard(settings.STRANGER_LIMIT_PER_MINUTE), metrics)
  watchPools(metrics, { requests: pool, strangers: strangersPool, health })
  const rules = {
    issuer: settings.OIDC_ISSUER,
    audience: settings.OIDC_AUDIENCE,
    algorithms: settings.OIDC_ALGORITHMS.split(','),
    type: settings.OIDC_TOKEN_TYPE,
    lifeMaxSeconds: settings.OIDC_TOKEN_LIFE_MAX_SECONDS,
  }
  return {
    settings,
    clock,
    log,
    metrics,
    traces,
    requestLog,
    pool,
    jobs,
    billetRegistry,
    dict,
    ...stored,
    scanner: createScanner(settings),
    verifyToken: createTokenVerifier(rules, issuerKeys.keyFor, systemClock),
    verifyApiKey: createApiKeyVerifier(
      pool,
      strangersPool,
      createKeyRing(settings.API_KEY_PEPPER),
      settings.INSTALLATION,
    ),
    strangers,
    rateLimit: createRateLimit(createRateLeases(limitsPool), settings.RATE_LIMIT_PER_MINUTE),
    docsUrl: docsUrlOf(settings),
    signingKeys,
    webhookSeal: createCipher(signingKeys, WEBHOOK_SECRETS),
    earlierSeal: createCipher(signingKeys, EARLIER_VALUES),
    livenessAddresses: createLivenessAddresses(signingKeys, settings.PUBLIC_URL),
    counterparts:
      settings.INSTALLATION === 'test' ? createSimulatorClients(settings, () => installation.verify()) : undefined,
    installation,
    testClock,
    checks: [
      ...databaseChecks(health, [pool]),
      installation.check,
      ...(testClock ? [testClock.check] : []),
      issuerKeys.check,
      storeCheck(stored.objects),
      ...dictChecks(settings, dict),
      ...registryChecks(settings),
    ],
    async close() {
      installation.close()
      await testClock?.close()
      await requestLog?.close()
      await jobs.close()
      await billetRegistry.close()
      stopLearning?.()
      await dict?.close()
      await Promise.all([pool.end(), strangersPool.end(), limitsPool.end(), health.end()])
      await stored.objects.close()
      await traces?.close()
    },
  }
}

/** The dependencies of the backoffice. */
export interface DeskServices extends Desk, LoginPages, Objects, EarlierServices {
  settings: DeskSettings
  caseKinds: CaseKind[]
  stories: TimelineSource[]
  /** The clients that watch the queue. */
  live: Live
  keptKeys: KeptKeys
  /** Absent when the gateway is not connected to DICT: then there are no fraud markers. */
  dict: Dict | undefined
  installation: InstallationGuard
  /** Readiness checks: the hard dependencies of the backoffice. */
  checks: Check[]
  close(): Promise<void>
}

export function createBackofficeServices(settings: DeskSettings): DeskServices {
  const deskKeys = createKeyRing(settings.DESK_SECRET)
  const metrics = createMetrics(metricsOf('desk'))
  const traces = createTraces('eclusa-desk', settings.OTLP_TRACES_URL)
  const health = createHealthPool(settings.DATABASE_DESK_URL, 'eclusa-desk-health')
  const pool = openPool({
    connectionString: settings.DATABASE_DESK_URL,
    size: settings.DATABASE_POOL_SIZE,
    name: 'eclusa-desk',
  })
  const installation = createInstallationGuard(health, settings.INSTALLATION)
  const { clock, testClock } = createClock(settings, settings.DATABASE_DESK_URL, pool)
  const jobs = createJobSender(settings.DATABASE_DESK_URL)
  const strangers = watched(createUnknownCredentialGuard(settings.STRANGER_LIMIT_PER_MINUTE), metrics)
  watchPools(metrics, { requests: pool, health })
  const people = createAuth({
    pool,
    clock,
    issuerClock: systemClock,
    settings,
    deskKeys,
    strangers,
    hasApprovals: readRules(settings).size > 0,
  })
  const stored = createObjectStore(settings, clock, metrics)
  const log = createLog(settings.LOG_LEVEL)
  const dict = connectDict(settings, metrics)
  const stopLearning = dict && keepLearning(dict, log)
  const keptKeys = createRetiredKeys({ pool, deskKeys, peppers: createKeyRing(settings.API_KEY_PEPPER), log })
  const live = createRealtime({ pool, connectionString: settings.DATABASE_DESK_URL, settings, log })
  return {
    settings,
    clock,
    log,
    caseKinds,
    stories,
    live,
    installation,
    dict,
    metrics,
    traces,
    pool,
    jobs,
    ...stored,
    docsUrl: '/docs',
    strangers,
    people,
    identify: people.identify,
    freshLogin: people.freshLogin,
    deskKeys,
    keptKeys,
    journalSeal: keptKeys.sealOf(JOURNAL),
    proposalSeal: keptKeys.sealOf(PROPOSALS),
    earlierSeal: createCipher(createKeyRing(settings.SIGNING_SECRET), EARLIER_VALUES),
    checks: [
      ...databaseChecks(health, [pool]),
      installation.check,
      ...(testClock ? [testClock.check] : []),
      keptKeys.check,
      people.check,
      storeCheck(stored.objects),
      ...dictChecks(settings, dict),
    ],
    async close() {
      installation.close()
      await testClock?.close()
      await live.close()
      await jobs.close()
      stopLearning?.()
      await dict?.close()
      await stored.objects.close()
      await Promise.all([pool.end(), health.end(), traces?.close()])
    },
  }
}

/** The clock of this installation: real time, or the movable clock of a test installation. */
function createClock({ INSTALLATION }: { INSTALLATION: Installation }, connectionString: string, pool: pg.Pool) {
  const testClock = INSTALLATION === 'test' ? createTestClock(connectionString, pool) : undefined
  const clock: Clock = testClock ?? systemClock
  return { clock, testClock }
}

/**
 * Fails the start on the database of another installation, or with an unusable signing key. A database that does not
 * respond is no reason to fail: readiness reports it, and the check is repeated.
 */
export async function checkStart(services: Pick<ApiServices, 'dict' | 'installation' | 'close'>): Promise<void> {
  try {
    await services.installation.verify().catch((error: unknown) => {
      if (error instanceof InstallationMismatch) throw error
    })
    await services.dict?.signing.open()
  } catch (error) {
    await services.close()
    throw error
  }
}

/** Checks of the configured connections. An unconfigured one is no reason to be unready. */
function dictChecks(
  { DICT_URL, DICT_TLS_TUNNEL }: DeskSettings | ApiSettings | WorkerSettings,
  dict: Dict | undefined,
): Check[] {
  if (!dict || DICT_URL === undefined) return []
  const reached = connectivityCheck(
    'dict',
    DICT_TLS_TUNNEL ?? DICT_URL,
    'DICT_URL',
    'nothing of Pix is sent to other banks',
  )
  return [dict.check, reached]
}

function registryChecks({ BILLET_REGISTRY_URL: url }: ApiSettings): Check[] {
  return url === undefined ? [] : [connectivityCheck('registry', url, 'BILLET_REGISTRY_URL', 'no billet is decoded')]
}

function judgeChecks({ ONBOARDING_CHECKS_URL: url }: WorkerSettings): Check[] {
  return url === undefined
    ? []
    : [connectivityCheck('onboarding checks', url, 'ONBOARDING_CHECKS_URL', 'steps of onboardings wait')]
}

/** Registers gauges for the queues of unknown credentials. */
function watched(strangers: UnknownCredentialGuard, metrics: Metrics): UnknownCredentialGuard {
  metrics.watch(strangersWaiting, () =>
    strangers.waiting().map(({ lane, count }) => ({ labels: { lane }, value: count })),
  )
  return strangers
}

function docsUrlOf({ PUBLIC_URL }: { PUBLIC_URL?: string }): string {
  return `${PUBLIC_URL ?? ''}/docs`
}

function createScanner({ CLAMD_HOST: host, CLAMD_PORT: port, CLAMD_TIMEOUT_MS: timeoutMs }: ApiSettings) {
  return host === undefined ? undefined : createClamd({ host, port, timeoutMs })
}

/** The dependencies of the worker. Work on one user's records uses `pool` in that user's scope. */
export interface WorkerServices extends DeliveryServices, Objects, EarlierServices {
  settings: WorkerSettings
  /** A role that can read every user, only for the few jobs that work across users. */
  operator: pg.Pool
  docsUrl: string
  traces: Traces | undefined
  installation: InstallationGuard
  /** Gauges that need a database query, updated by one worker. */
  measures: readonly Collector[]
  /** Values under an older key of this ring are re-encrypted under the newest. */
  signingKeys: KeyRing
  /** Absent when the gateway is not connected to DICT: the jobs that need it then do nothing. */
  dict: Dict | undefined
  /** The partners that decide onboarding steps. */
  onboardingChecks: OnboardingChecks
  /** Ingests ledger records of all users. */
  ingest: Ingest
  /** Present when the clock can be advanced. */
  testClock: TestClock | undefined
  /** The clock of the object store, which cannot be advanced. */
  storeClock: Clock
  /** Absent when no anchor store is configured for the audit log. */
  anchoring: Anchoring | undefined
  /** Readiness checks: the hard dependencies of the jobs. */
  checks: Check[]
  close(): Promise<void>
}

export function createWorkerServices(settings: WorkerSettings): WorkerServices {
  const signingKeys = createKeyRing(settings.SIGNING_SECRET)
  const metrics = createMetrics(metricsOf('worker'))
  const traces = createTraces('eclusa-worker', settings.OTLP_TRACES_URL)
  const pool = openPool({
    connectionString: settings.DATABASE_URL,
    size: settings.DATABASE_POOL_SIZE,
    name: 'eclusa-worker',
  })
  const operator = createOperatorPool(settings.DATABASE_WORKER_URL, settings.DATABASE_POOL_SIZE)
  const { clock, testClock } = createClock(settings, settings.DATABASE_WORKER_URL, operator)
  const health = createHealthPool(settings.DATABASE_WORKER_URL, 'eclusa-worker-health')
  const installation = createInstallationGuard(health, settings.INSTALLATION)
  watchPools(metrics, { users: pool, operator, health })
  const jobs = createJobSender(settings.DATABASE_URL)
  const log = createLog(settings.LOG_LEVEL)
  const dict = connectDict(settings, metrics)
  const stopLearning = dict && keepLearning(dict, log)
  const stored = createObjectStore(settings, clock, metrics)
  const anchoring = createAnchorClient(settings)
  const onboardingChecks = openOnboardingChecks({
    url: settings.ONBOARDING_CHECKS_URL,
    token: settings.ONBOARDING_CHECKS_TOKEN,
    timeoutMs: settings.ONBOARDING_CHECKS_TIMEOUT_MS,
    metrics,
  })
  return {
    settings,
    clock,
    storeClock: systemClock,
    testClock,
    installation,
    log,
    docsUrl: docsUrlOf(settings),
    metrics,
    traces,
    measures,
    pool,
    operator,
    jobs,
    dict,
    onboardingChecks,
    ingest: createIngestion(operator),
    egress: createEgress(),
    signingKeys,
    webhookSeal: createCipher(signingKeys, WEBHOOK_SECRETS),
    earlierSeal: createCipher(signingKeys, EARLIER_VALUES),
    ...stored,
    anchoring,
    checks: [
      ...databaseChecks(health, [pool, operator]),
      installation.check,
      ...(testClock ? [testClock.check] : []),
      storeCheck(stored.objects),
      ...dictChecks(settings, dict),
      ...judgeChecks(settings),
      ...(anchoring ? [anchorCheck(health, metrics)] : []),
    ],
    async close() {
      installation.close()
      await testClock?.close()
      await jobs.close()
      stopLearning?.()
      await dict?.close()
      await onboardingChecks.close()
      await Promise.all([stored.objects.close(), anchoring?.place.close()])
      await Promise.all([pool.end(), operator.end(), health.end(), traces?.close()])
    },
  }
}

import Type, { type Static } from 'typebox'
import { readSettings } from './settings.ts'

/**
 * Every setting of the gateway, grouped by who needs it. Nothing here has a default that points at a real host, and
 * secrets are marked so that no report prints them.
 */

const postgresUrl = (description: string) => Type.String({ pattern: '^postgres(ql)?://', description, secret: true })

const logging = {
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'how much is logged' },
  ),
}

const internalPort = {
  INTERNAL_HOST: Type.String({ default: '127.0.0.1', description: 'where health and metrics listen' }),
  INTERNAL_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9090,
    description: 'port of health and metrics',
  }),
  OTLP_TRACES_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'where traces are sent, if anywhere' }),
  ),
  STOP_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 30,
    description: 'hard limit of a graceful stop',
  }),
}

const database = {
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 1, maximum: 500, default: 10, description: 'connections per process' }),
}

const pem = (description: string, secret = false) =>
  Type.Optional(
    Type.String({ pattern: '^-----BEGIN', description: `${description}, as PEM`, ...(secret && { secret }) }),
  )

/** The connection to the Pix directory: all of it, or none, and then nothing of Pix is sent to other banks. */
const dict = {
  DICT_URL: Type.Optional(
    Type.String({ pattern: '^https://.*[^/]$', description: 'DICT up to its version, no final slash' }),
  ),
  DICT_PARTICIPANT: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{8}$', description: 'our ISPB' })),
  DICT_TLS_CERTIFICATE: pem('client certificate of the connection to DICT'),
  DICT_TLS_KEY: pem('key of that certificate', true),
  DICT_TLS_AUTHORITIES: pem('authorities of the server certificate of DICT'),
  DICT_SIGNING_CERTIFICATE: pem('certificate of our XML signatures'),
  DICT_SIGNING_KEY: pem('key of that certificate', true),
  DICT_TRUSTED_CERTIFICATES: pem('certificates DICT signs its answers with'),
  DICT_SHARE: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    default: 0.5,
    description: "part of the participant's rate limits that this process may use",
  }),
  DICT_CONTACT_EMAIL: Type.Optional(
    Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', description: 'contact given to other banks with a recovery' }),
  ),
  DICT_CONTACT_PHONE: Type.Optional(
    Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'contact given to other banks with a recovery' }),
  ),
}

const networks = (description: string) =>
  Type.String({
    default: '',
    pattern: '^\\s*$|^[0-9A-Fa-f:.]+/\\d{1,3}(\\s*,\\s*[0-9A-Fa-f:.]+/\\d{1,3})*$',
    description,
  })

const webhooks = {
  SIGNING_SECRET: Type.String({
    minLength: 32,
    description: 'secret that seals page states, signed addresses and webhook secrets; the same everywhere',
    secret: true,
  }),
}

/** Needed when another setting has this value. */
const neededWith = (setting: string, value: string) => ({ needed_with: [setting, value] })

const objectStore = {
  OBJECT_STORE: Type.Unsafe<'s3' | 'disk'>(
    Type.String({ pattern: '^(s3|disk)$', description: 'where files are kept: s3 or disk' }),
  ),
  OBJECT_STORE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 4_000,
    description: 'how long one call to the store may take, its bytes apart',
  }),
  OBJECT_DISK_PATH: Type.Optional(
    Type.String({
      pattern: '^/.*[^/]$',
      description: 'folder that holds the files',
      ...neededWith('OBJECT_STORE', 'disk'),
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'address of the store; absent for AWS itself' }),
  ),
  S3_REGION: Type.String({ minLength: 1, default: 'us-east-1', description: 'region of the bucket' }),
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'bucket that holds the files',
      ...neededWith('OBJECT_STORE', 's3'),
    }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'access key of the bucket', ...neededWith('OBJECT_STORE', 's3') }),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'secret of that access key',
      secret: true,
      ...neededWith('OBJECT_STORE', 's3'),
    }),
  ),
  UPLOAD_BUFFERS: Type.Integer({
    minimum: 2,
    maximum: 1_000,
    default: 8,
    description: 'part buffers of five MiB that all uploads to S3 share',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'base URL callers use, no final slash',
      ...neededWith('OBJECT_STORE', 'disk'),
    }),
  ),
}

export const apiSettings = {
  ...logging,
  ...internalPort,
  ...database,
  ...objectStore,
  DATABASE_URL: postgresUrl('login of a member of the role eclusa_api'),
  HTTP_HOST: Type.String({ default: '127.0.0.1', description: 'where the API listens' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'port of the API' }),
  TRUSTED_PROXIES: networks('networks of the proxies in front of the API, whose x-forwarded-for is believed'),
  OIDC_ISSUER: Type.String({ pattern: '^https?://', description: 'issuer of platform tokens, as in their iss claim' }),
  OIDC_AUDIENCE: Type.String({ minLength: 1, description: 'audience the tokens must name' }),
  OIDC_ALGORITHMS: Type.String({
    pattern: '^((ES(256|384|512))(,ES(256|384|512))*|(RS|PS)(256|384|512)(,(RS|PS)(256|384|512))*|EdDSA)$',
    default: 'ES256',
    description: 'accepted signature algorithms, comma separated, of one key family',
  }),
  OIDC_TOKEN_TYPE: Type.String({ minLength: 1, default: 'at+jwt', description: 'required typ header of a token' }),
  CLAMD_HOST: Type.Optional(Type.String({ minLength: 1, description: 'host of clamd, when files are scanned' })),
  CLAMD_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 3310, description: 'port of clamd' }),
  CLAMD_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 25_000,
    default: 15_000,
    description: 'how long clamd may be silent',
  }),
  API_KEY_PEPPER: Type.String({ minLength: 32, description: 'secret under which API keys are hashed', secret: true }),
  API_KEY_SUNSET: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'date announced as the end of API keys, once decided; keys are revoked by hand',
    }),
  ),
  ...webhooks,
  REPLAY_WINDOW_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 14_400,
    default: 7200,
    description: 'how long a repeat is blocked',
  }),
  STORAGE_QUOTA_MB: Type.Integer({
    minimum: 1,
    default: 100_000,
    description: 'what one user may have of files, kept and with an upload begun',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 400,
    description: 'requests per credential, per process',
  }),
  ...dict,
  FUND_RECOVERY_CONTEST_DAYS: Type.Integer({
    minimum: 1,
    default: 80,
    description: 'how long after a payment it can be contested',
  }),
  FUND_RECOVERY_ANALYSIS_DAYS: Type.Integer({
    minimum: 1,
    default: 7,
    description: 'how long other banks have to analyse; told to clients as analysis_limit_date',
  }),
  LIVENESS_CAPTURE_HOURS: Type.Integer({
    minimum: 1,
    default: 24,
    description: 'how long ago a liveness video sent through the API may have been recorded',
  }),
  LIVENESS_ATTEMPTS_MAX: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 5,
    description: 'how many videos the liveness page takes from one person',
  }),
  ONBOARDING_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 30,
    description: 'how long after its creation an open onboarding expires',
  }),
  BILLET_REGISTRY_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'billet registry; without it no billet is decoded' }),
  ),
  BILLET_REGISTRY_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'bearer token for the billet registry', secret: true }),
  ),
  BILLET_REGISTRY_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 5_000,
    description: 'longest consultation of the billet registry, retries included',
  }),
}

export const workerSettings = {
  ...logging,
  ...internalPort,
  ...database,
  ...objectStore,
  DATABASE_URL: apiSettings.DATABASE_URL,
  DATABASE_OPERATOR_URL: postgresUrl('login of a member of the role eclusa_operator'),
  PUBLIC_URL: apiSettings.PUBLIC_URL,
  OPERATOR_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{32,512}$',
      description: 'bearer token of the operator routes on the internal port; without it they are closed',
      secret: true,
    }),
  ),
  ...dict,
  FUND_RECOVERY_FOLLOW_SECONDS: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'how often DICT is asked about a recovery that waits for other banks',
  }),
  FUND_RECOVERY_REFUND_HOURS: Type.Integer({
    minimum: 1,
    maximum: 72,
    default: 6,
    description: 'how long after the analyses the refunds have to be asked for',
  }),
  INFRACTION_DEFAULT_VERDICT: Type.Union([Type.Literal('none'), Type.Literal('AGREED'), Type.Literal('DISAGREED')], {
    default: 'none',
    description: 'what DICT is told when a client does not answer an infraction notification',
  }),
  INFRACTION_DEFAULT_HOURS: Type.Integer({
    minimum: 1,
    maximum: 144,
    default: 24,
    description: 'how long before the deadline that verdict is given',
  }),
  INFRACTION_REMINDER_DAYS: Type.Integer({
    minimum: 0,
    maximum: 6,
    default: 2,
    description: 'how long before the deadline the client is reminded',
  }),
  ...webhooks,
  WEBHOOK_RETRY_DELAYS_SECONDS: Type.String({
    default: '5,300,1800,7200,18000,36000,50400,64800,75600',
    pattern: '^\\d+(\\.\\d+)?(,\\d+(\\.\\d+)?)*$',
    description: 'waits between the attempts of a delivery: one attempt more than waits, about three days in all',
  }),
  WEBHOOK_DISABLE_AFTER_HOURS: Type.Integer({
    minimum: 1,
    default: 72,
    description: 'an endpoint that has heard nothing for so long is disabled',
  }),
  WEBHOOK_TIMEOUT_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 10,
    description: 'how long an endpoint may take to answer',
  }),
  EVENT_RETENTION_MONTHS: Type.Integer({
    minimum: 1,
    default: 13,
    description: 'how many whole months of events and deliveries are kept',
  }),
  ONBOARDING_CHECKS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'who judges onboarding steps; without it analysts judge them all',
    }),
  ),
  ONBOARDING_CHECKS_TOKEN: Type.Optional(
    Type.String({ minLength: 1, description: 'bearer token for it', secret: true }),
  ),
  ONBOARDING_CHECKS_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 120_000,
    default: 15_000,
    description: 'how long it may take to answer',
  }),
  ONBOARDING_CHECKS_TRIES: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 8,
    description: 'after so many times without an answer an analyst judges the step',
  }),
  ONBOARDING_CHECKS_PAUSE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 30,
    description: 'before a step is asked about again; doubled after each time without an answer',
  }),
  ONBOARDING_CHECKS_PENDING_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 72,
    description: 'a step that has been pending for so long is judged by an analyst',
  }),
  CROSSBORDER_VERIFICATION: Type.Union([Type.Literal('rules'), Type.Literal('manual')], {
    default: 'rules',
    description: 'who verifies clients and accounts: the checks of the gateway, or an operator',
  }),
}

export const migrateSettings = {
  ...logging,
  DATABASE_OWNER_URL: postgresUrl('login that owns the schema and may create roles'),
}

export const operatorSettings = {
  DATABASE_OPERATOR_URL: workerSettings.DATABASE_OPERATOR_URL,
}

/** To look at papers and faces, an analyst's machine needs the way to the files as well. */
export const analystSettings = {
  ...operatorSettings,
  ...objectStore,
  SIGNING_SECRET: webhooks.SIGNING_SECRET,
}

export const keySettings = {
  ...operatorSettings,
  API_KEY_PEPPER: apiSettings.API_KEY_PEPPER,
  API_KEY_ENVIRONMENT: Type.Union([Type.Literal('live'), Type.Literal('test')], {
    default: 'live',
    description: 'which prefix new keys carry',
  }),
}

export type DictConfig = Static<Type.TObject<typeof dict>>
export type ObjectStoreConfig = Static<Type.TObject<typeof objectStore>> & { SIGNING_SECRET: string }
export type ApiConfig = Static<Type.TObject<typeof apiSettings>>
export type WorkerConfig = Static<Type.TObject<typeof workerSettings>>

export const readApiConfig = (env: NodeJS.ProcessEnv): ApiConfig => readSettings(apiSettings, env)
export const readWorkerConfig = (env: NodeJS.ProcessEnv): WorkerConfig => readSettings(workerSettings, env)

import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { SimulatedDict } from './dict/dict.ts'

/** How long an access token of the sandbox's issuer is valid. */
export const SANDBOX_TOKEN_SECONDS = 8 * 3600

export interface GatewayParts {
  database: { api: string; worker: string }
  issuer: { url: string; audience: string }
  /** The pepper of its users' API keys. */
  pepper?: string
  signingSecret?: string
  /** The folder of its files. */
  folder?: string
  /** The port of the API, where it has to be known before it listens. */
  port?: string
}

/** The required settings of the API and the worker, for sandbox, tests, drills and benchmarks. A caller adds its own. */
export function gatewayEnvironment({
  database,
  issuer,
  pepper = randomBytes(32).toString('hex'),
  signingSecret = randomBytes(32).toString('hex'),
  folder = tmpdir(),
  port = '0',
}: GatewayParts) {
  return {
    DATABASE_URL: database.api,
    DATABASE_WORKER_URL: database.worker,
    HTTP_PORT: port,
    INTERNAL_PORT: '0',
    PUBLIC_URL: port === '0' ? 'https://gateway.eclusa.test' : `http://127.0.0.1:${port}`,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: issuer.audience,
    // One token lasts for a whole drill or a day.
    OIDC_TOKEN_LIFE_MAX_SECONDS: String(SANDBOX_TOKEN_SECONDS),
    API_KEY_PEPPER: pepper,
    SIGNING_SECRET: signingSecret,
    OBJECT_STORE: 'disk',
    OBJECT_DISK_PATH: folder,
    // Jobs must not wait for the next minute here.
    RATE_LIMIT_PER_MINUTE: '100000000',
    INSTITUTION_NAME: 'Banco Exemplo S.A.',
    INSTITUTION_CONTACT: '0800 555 0100',
    INSTITUTION_PRIVACY_CONTACT: 'encarregado@banco.example',
    INSTITUTION_RETENTION_PT_BR: 'Dez anos depois do fim do relacionamento, como exige o Banco Central.',
    INSTITUTION_RETENTION_EN_US: 'Ten years after the relationship ends, as the Central Bank of Brazil requires.',
    DICT_CONTACT_EMAIL: 'fraudes@eclusa.example',
    DICT_CONTACT_PHONE: '+5561988887777',
  }
}

/** The address of a desk that is not reached over the network. */
export const SAMPLE_DESK_URL = 'https://desk.eclusa.test'
/** The address of the developer portal. */
export const SAMPLE_ROOM_URL = 'https://gateway.eclusa.test'
export const DESK_CLIENT = 'eclusa-desk'
export const ROOM_CLIENT = 'eclusa-room'

/** Settings of a desk for the people of this issuer, each with the roles it has there. */
export function peopleEnvironment(issuerUrl: string, deskUrl = SAMPLE_DESK_URL): Record<string, string> {
  return {
    DESK_URL: deskUrl,
    DESK_OIDC_ISSUER: issuerUrl,
    DESK_OIDC_CLIENT_ID: DESK_CLIENT,
    DESK_ROLES: 'viewer=viewer,analyst=analyst,approver=approver,operator=operator,auditor=auditor',
  }
}

/** Settings to connect to DICT as this bank. */
export function dictEnvironment({ settingsFor }: Pick<SimulatedDict, 'settingsFor'>, participant: string) {
  const { url, tls, signing, trusted } = settingsFor(participant)
  return {
    DICT_URL: url,
    DICT_PARTICIPANT: participant,
    DICT_TLS_CERTIFICATE: tls.certificate,
    DICT_TLS_KEY: tls.key,
    DICT_TLS_AUTHORITIES: tls.authorities.join('\n'),
    DICT_SIGNING_CERTIFICATE: signing.certificate,
    DICT_SIGNING_KEY: signing.key,
    DICT_TRUSTED_CERTIFICATES: trusted.join('\n'),
    // With a connection to DICT the default decision is required.
    INFRACTION_DEFAULT_VERDICT: 'DISAGREED',
    INFRACTION_DEFAULT_HOURS: '48',
  }
}

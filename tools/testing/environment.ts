import type { DatabaseUrls } from '@eclusa/simulators/database.ts'
import { type GatewayParts, gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { AUDIENCE } from './issuer.ts'

export const PEPPER = 'pepper-for-tests-pepper-for-tests'
export const SIGNING_SECRET = 'signing-secret-for-tests-signing-secret'

/** The environment of a test gateway: the same secrets for all of its parts, in any process. */
export function testEnvironment(
  database: Pick<DatabaseUrls, 'api' | 'worker'>,
  { issuerUrl = 'https://issuer.eclusa.test', ...parts }: Pick<GatewayParts, 'folder'> & { issuerUrl?: string } = {},
) {
  const issuer = { url: issuerUrl, audience: AUDIENCE }
  return {
    ...gatewayEnvironment({ database, issuer, pepper: PEPPER, signingSecret: SIGNING_SECRET, ...parts }),
    // The default: tests sign their own tokens.
    OIDC_TOKEN_LIFE_MAX_SECONDS: '3600',
    // All failures of a test come from one network.
    STRANGER_LIMIT_PER_MINUTE: '100000000',
  }
}

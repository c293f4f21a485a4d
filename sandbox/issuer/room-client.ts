import type { ClientMetadata } from 'oidc-provider'
import { ROOM_CLIENT } from '../environment.ts'

/** Where `eclusa login` waits on the machine of who logs in, at whichever port is free (RFC 8252). */
const LOOPBACK = 'http://127.0.0.1/return'

/** The room of integrators and their command line: neither can keep a secret, and both are held by PKCE alone. */
export const roomClient = (roomUrl: string): ClientMetadata => ({
  client_id: ROOM_CLIENT,
  // Of native clients alone the port is not compared.
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${roomUrl}/room/return`, LOOPBACK],
  post_logout_redirect_uris: [`${roomUrl}/room/left`],
})

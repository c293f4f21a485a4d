import type { ClientMetadata } from 'oidc-provider'
import { ROOM_CLIENT } from '../environment.ts'

/** The loopback redirect of `eclusa login`, on any free port (RFC 8252). */
const LOOPBACK = 'http://127.0.0.1/return'

/** The portal and its command line are public clients and use PKCE. */
export const roomClient = (roomUrl: string): ClientMetadata => ({
  client_id: ROOM_CLIENT,
  // The port is ignored only for native clients.
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${roomUrl}/room/return`, LOOPBACK],
  post_logout_redirect_uris: [`${roomUrl}/room/left`],
})

import type { ClientMetadata } from 'oidc-provider'
import { ROOM_CLIENT } from '../environment.ts'

/** The room of integrators: pages, which can keep no secret, held by PKCE alone. */
export const roomClient = (roomUrl: string): ClientMetadata => ({
  client_id: ROOM_CLIENT,
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${roomUrl}/room/return`],
  post_logout_redirect_uris: [`${roomUrl}/room/left`],
})

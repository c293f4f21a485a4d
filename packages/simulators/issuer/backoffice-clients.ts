import { randomBytes } from 'node:crypto'
import type { ClientMetadata } from 'oidc-provider'
import { DESK_CLIENT } from '../environment.ts'

export const DESK_AUDIENCE = 'https://desk.eclusa.example'
export const CLI_CLIENT = 'eclusa-cli'
const MACHINE_CLIENT = 'core-banking'

const common = { id_token_signed_response_alg: 'ES256', response_types: [], redirect_uris: [] } as const

/** OIDC clients of the desk: its own pages, the command line, and a machine. */
export interface DeskClients {
  metadata: ClientMetadata[]
  deskSecret: string
  machine: { client_id: string; secret: string; roles: string[] }
}

export function deskClients(deskUrl: string): DeskClients {
  const deskSecret = randomBytes(24).toString('base64url')
  const machine = { client_id: MACHINE_CLIENT, secret: randomBytes(24).toString('base64url'), roles: ['operator'] }
  return {
    deskSecret,
    machine,
    metadata: [
      {
        ...common,
        client_id: DESK_CLIENT,
        client_secret: deskSecret,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${deskUrl}/login/return`],
        post_logout_redirect_uris: [`${deskUrl}/`],
      },
      {
        ...common,
        client_id: CLI_CLIENT,
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      },
      {
        ...common,
        client_id: machine.client_id,
        client_secret: machine.secret,
        grant_types: ['client_credentials'],
      },
    ],
  }
}

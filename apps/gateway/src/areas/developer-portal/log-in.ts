import { discover } from '../../http/auth/discovery.ts'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { tokenSettings } from '../../http/auth/settings.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { roomSettings } from './settings.ts'

/** How long the issuer's metadata is cached. */
const METADATA_MS = 3_600_000

export type RoomSettings = Settings<typeof roomSettings & typeof tokenSettings>

/** The public login settings for a browser. */
export interface LogIn {
  issuer: string
  client_id: string
  scope: string
  /** The audience of the access token: this gateway. */
  audience: string
  authorization_endpoint: string
  token_endpoint: string
  end_session_endpoint: string | undefined
}

/**
 * Single-flight: concurrent callers share one metadata request. The last result is used while the issuer does not
 * respond.
 */
export function createLoginSettings(settings: RoomSettings, client_id: string): () => Promise<LogIn> {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, ROOM_SCOPE: scope } = settings
  let kept: { logIn: LogIn; at: number } | undefined
  let asking: Promise<LogIn> | undefined

  const ask = async () => {
    const told = await discover(issuer)
    const { end_session_endpoint: end } = told
    const logIn = {
      issuer,
      client_id,
      scope,
      audience,
      authorization_endpoint: addressOf(told['authorization_endpoint']),
      token_endpoint: addressOf(told['token_endpoint']),
      end_session_endpoint: end === undefined ? undefined : addressOf(end),
    }
    kept = { logIn, at: performance.now() }
    return logIn
  }
  return async () => {
    if (kept && performance.now() - kept.at < METADATA_MS) return kept.logIn
    asking ??= ask().finally(() => (asking = undefined))
    try {
      return await asking
    } catch (error) {
      if (kept) return kept.logIn
      throw new IssuerUnavailable(error)
    }
  }
}

function addressOf(told: unknown): string {
  const { href, protocol } = new URL(String(told))
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('the issuer names an address that is none')
  return href
}

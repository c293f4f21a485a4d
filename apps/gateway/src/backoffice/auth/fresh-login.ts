import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { freshLoginNeeded } from './errors.ts'
import type { peopleSettings } from './settings.ts'

/** When and how a person authenticated, from `auth_time` and `acr`. */
export interface Authentication {
  auth_time: Date | null
  acr: string | null
}

/** Step-up authentication: the login that an approval and the creation of a key require. */
export interface FreshLogin {
  isFresh: (login: Authentication) => boolean
  /** Throws freshLoginNeeded. */
  require: (login: Authentication) => void
}

/** The tolerated clock skew of the issuer. */
const TOLERANCE_MS = 5_000
/** A longer value of `acr` cannot be stored. */
const ACR_LENGTH_MAX = 255

export function createFreshLogin(
  { DESK_ACR, DESK_FRESH_SECONDS }: Settings<typeof peopleSettings>,
  clock: Clock,
): FreshLogin {
  const classes = DESK_ACR?.split(' ')
  const isRecent = (auth_time: Date | null) => {
    if (DESK_FRESH_SECONDS === undefined) return true
    const age = auth_time === null ? Number.NaN : clock.now().getTime() - auth_time.getTime()
    return age >= -TOLERANCE_MS && age <= DESK_FRESH_SECONDS * 1000
  }
  const isFresh: FreshLogin['isFresh'] = ({ auth_time, acr }) =>
    isRecent(auth_time) && (classes === undefined || (acr !== null && classes.includes(acr)))
  return {
    isFresh,
    require(login) {
      if (isFresh(login)) return
      const max_age = DESK_FRESH_SECONDS
      const asked = {
        ...(max_age !== undefined && { max_age }),
        ...(DESK_ACR !== undefined && { acr_values: DESK_ACR }),
      }
      const parameters = Object.entries({ error: 'insufficient_user_authentication', ...asked })
      const challenge = parameters.map(([name, value]) => `${name}="${value}"`).join(', ')
      // RFC 9470.
      throw freshLoginNeeded({ members: asked, headers: { 'www-authenticate': `Bearer realm="eclusa", ${challenge}` } })
    },
  }
}

/** Claims of another type are ignored. */
export function readAuthentication({ auth_time, acr }: Record<string, unknown>): Authentication {
  const at = typeof auth_time === 'number' ? new Date(auth_time * 1000) : null
  return {
    auth_time: at !== null && Number.isFinite(at.getTime()) ? at : null,
    acr: typeof acr === 'string' && acr.length > 0 && acr.length <= ACR_LENGTH_MAX ? acr : null,
  }
}

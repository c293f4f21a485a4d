import type pg from 'pg'
import { openIssuerKeys } from '../../http/auth/issuer-keys.ts'
import type { Strangers } from '../../http/auth/unknown-credential-guard.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { openSeal, type Seal } from '../../platform/encryption.ts'
import type { Check } from '../../platform/http/readiness.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import { openAccessTokens } from './access-token.ts'
import { type FreshLogin, openFreshLogin } from './fresh-login.ts'
import { type Identify, openIdentify } from './identify.ts'
import { type Issuer, openIssuer } from './issuer.ts'
import { openPairwiseCheck, type RefusePairwise } from './pairwise.ts'
import { openLookAgain } from './refresh-session.ts'
import type { peopleSettings } from './settings.ts'

/** The purposes of the keys. Another text gives another key. */
const LOGINS = 'log-ins under way at the desk'
export const REFRESH_TOKENS = 'refresh tokens of the desk'

/** Login, sessions and tokens of staff. */
export interface People {
  identify: Identify
  issuer: Issuer
  freshLogin: FreshLogin
  /** Called at the start: a process that could treat one person as two must not serve. */
  refusePairwise: RefusePairwise
  loginSeal: Seal
  tokenSeal: Seal
  /** Without the issuer no one can log in. */
  check: Check
}

interface Ground {
  pool: pg.Pool
  clock: Clock
  /** The clock for tokens of the issuer: real time, also where ours can be advanced. */
  issuerClock?: Clock
  settings: Settings<typeof peopleSettings>
  deskKeys: KeyRing
  strangers: Strangers
  /** Whether any decision needs a second person. */
  hasApprovals: boolean
}

export function openPeople(ground: Ground): People {
  const { pool, clock, issuerClock = clock, settings, deskKeys, strangers, hasApprovals } = ground
  const freshLogin = openFreshLogin(settings, issuerClock)
  const issuer = openIssuer(settings, issuerClock, freshLogin)
  const keys = openIssuerKeys(settings.DESK_OIDC_ISSUER, issuerClock, 'DESK_OIDC_ISSUER')
  const loginSeal = openSeal(deskKeys, LOGINS)
  const tokenSeal = openSeal(deskKeys, REFRESH_TOKENS)
  const lookAgain = openLookAgain({ pool, issuer, seal: tokenSeal, clock })
  const refusePairwise = openPairwiseCheck(settings, hasApprovals)
  const verifyToken = openAccessTokens(settings, keys.keyFor, issuerClock, refusePairwise)
  const identify = openIdentify({ pool, clock, settings, strangers, lookAgain, verifyToken })
  return { identify, issuer, freshLogin, refusePairwise, loginSeal, tokenSeal, check: keys.check }
}

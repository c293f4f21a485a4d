import type pg from 'pg'
import { createIssuerKeys } from '../../http/auth/issuer-keys.ts'
import type { UnknownCredentialGuard } from '../../http/auth/unknown-credential-guard.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { type Cipher, createCipher } from '../../platform/encryption.ts'
import type { Check } from '../../platform/http/readiness.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import { createAccessTokenVerifier } from './access-token.ts'
import { createFreshLogin, type FreshLogin } from './fresh-login.ts'
import { createIdentification, type Identify } from './identify.ts'
import { type BackofficeIssuer, createBackofficeIssuer } from './issuer.ts'
import { createPairwiseCheck, type RefusePairwise } from './pairwise.ts'
import { createSessionRefresh } from './refresh-session.ts'
import type { peopleSettings } from './settings.ts'

/** The purposes of the keys. Another text gives another key. */
const LOGINS = 'log-ins under way at the desk'
export const REFRESH_TOKENS = 'refresh tokens of the desk'

/** Login, sessions and tokens of staff. */
export interface People {
  identify: Identify
  issuer: BackofficeIssuer
  freshLogin: FreshLogin
  /** Called at the start: a process that could treat one person as two must not serve. */
  refusePairwise: RefusePairwise
  loginSeal: Cipher
  tokenSeal: Cipher
  /** Without the issuer no one can log in. */
  check: Check
}

interface AuthDeps {
  pool: pg.Pool
  clock: Clock
  /** The clock for tokens of the issuer: real time, also where ours can be advanced. */
  issuerClock?: Clock
  settings: Settings<typeof peopleSettings>
  deskKeys: KeyRing
  strangers: UnknownCredentialGuard
  /** Whether any decision needs a second person. */
  hasApprovals: boolean
}

export function createAuth(ground: AuthDeps): People {
  const { pool, clock, issuerClock = clock, settings, deskKeys, strangers, hasApprovals } = ground
  const freshLogin = createFreshLogin(settings, issuerClock)
  const issuer = createBackofficeIssuer(settings, issuerClock, freshLogin)
  const keys = createIssuerKeys(settings.DESK_OIDC_ISSUER, issuerClock, 'DESK_OIDC_ISSUER')
  const loginSeal = createCipher(deskKeys, LOGINS)
  const tokenSeal = createCipher(deskKeys, REFRESH_TOKENS)
  const lookAgain = createSessionRefresh({ pool, issuer, seal: tokenSeal, clock })
  const refusePairwise = createPairwiseCheck(settings, hasApprovals)
  const verifyToken = createAccessTokenVerifier(settings, keys.keyFor, issuerClock, refusePairwise)
  const identify = createIdentification({ pool, clock, settings, strangers, lookAgain, verifyToken })
  return { identify, issuer, freshLogin, refusePairwise, loginSeal, tokenSeal, check: keys.check }
}

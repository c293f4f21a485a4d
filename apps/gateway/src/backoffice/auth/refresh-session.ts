import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Cipher, DecryptionError } from '../../platform/encryption.ts'
import { sessionEnded } from './cookies.ts'
import { personWithoutRole } from './errors.ts'
import type { BackofficeIssuer } from './issuer.ts'
import { beginLook, endLook, endSession, findSessionById, leaveLook, type StoredSession } from './session-store.ts'

/** How long a request waits for the result of another process's check. */
const WAIT_MS = 3_000
const WAIT_STEP_MS = 100

/** The session with the issuer's current claims. Throws IssuerUnavailable when they cannot be read. */
export type LookAgain = (session: StoredSession) => Promise<StoredSession>

interface Looking {
  pool: pg.Pool
  issuer: BackofficeIssuer
  seal: Cipher
  clock: Clock
}

/** Single-flight per session: concurrent requests wait for the running check. */
export function createSessionRefresh(looking: Looking): LookAgain {
  const underWay = new Map<string, Promise<StoredSession>>()
  return (session) => {
    const { id } = session
    const begun = underWay.get(id) ?? look(looking, session).finally(() => underWay.delete(id))
    underWay.set(id, begun)
    return begun
  }
}

async function look({ pool, issuer, seal, clock }: Looking, session: StoredSession): Promise<StoredSession> {
  const { id } = session
  const taken = await beginLook(pool, session)
  if (!taken) return awaitOther(pool, session)
  const token = taken.refresh_token && openTokenSession(seal, taken.refresh_token, id)
  const seen =
    token &&
    (await issuer.look(session, token).catch(async (error: unknown) => {
      await leaveLook(pool, id)
      throw error
    }))
  // Ended at the issuer, or without a refresh token. In the second case a person who is still logged in there gets a new
  // session at once.
  if (!seen) {
    await endSession(pool, id)
    throw sessionEnded()
  }
  if (seen.roles.length === 0) {
    await endSession(pool, id)
    throw personWithoutRole()
  }
  const sealed = seen.refresh_token === undefined ? null : seal.close(Buffer.from(seen.refresh_token), id)
  const found = await endLook(pool, id, { ...seen, refresh_token: sealed, now: clock.now() })
  if (!found) throw sessionEnded()
  return found
}

/** Undefined when its secret was removed: the person has to log in again. */
function openTokenSession(seal: Cipher, sealed: Buffer, id: string): string | undefined {
  try {
    return seal.open(sealed, id).toString()
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

/** Another process is checking, and will write its result in a moment. */
async function awaitOther(pool: pg.Pool, { id, looked_at }: StoredSession): Promise<StoredSession> {
  for (let waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
    const now = await findSessionById(pool, id)
    if (!now) throw sessionEnded()
    if (now.looked_at !== looked_at) return now
    await pause(WAIT_STEP_MS)
  }
  throw new IssuerUnavailable()
}

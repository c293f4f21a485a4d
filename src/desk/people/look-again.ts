import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import { type Seal, Unsealable } from '../../base/sealed.ts'
import { IssuerUnavailable } from '../../gate/auth/issuer-keys.ts'
import { sessionEnded } from './cookies.ts'
import { personWithoutRole } from './errors.ts'
import type { Issuer } from './issuer.ts'
import { beginLook, endLook, endSession, findSessionById, leaveLook, type Session } from './session-store.ts'

/** How long whoever finds another process looking waits for what it finds. */
const WAIT_MS = 3_000
const WAIT_STEP_MS = 100

/** The session as the issuer has it now. Throws IssuerUnavailable when it cannot be known. */
export type LookAgain = (session: Session) => Promise<Session>

interface Looking {
  pool: pg.Pool
  issuer: Issuer
  seal: Seal
  clock: Clock
}

/** One look at a time for each session: whoever comes while it is under way waits for what it finds. */
export function openLookAgain(looking: Looking): LookAgain {
  const underWay = new Map<string, Promise<Session>>()
  return (session) => {
    const { id } = session
    const begun = underWay.get(id) ?? look(looking, session).finally(() => underWay.delete(id))
    underWay.set(id, begun)
    return begun
  }
}

async function look({ pool, issuer, seal, clock }: Looking, session: Session): Promise<Session> {
  const { id } = session
  const taken = await beginLook(pool, session)
  if (!taken) return awaitOther(pool, session)
  const token = taken.refresh_token && openToken(seal, taken.refresh_token, id)
  const seen =
    token &&
    (await issuer.look(session, token).catch(async (error: unknown) => {
      await leaveLook(pool, id)
      throw error
    }))
  // Ended at the issuer; or it gave nothing to ask it with, and then who is still logged in there comes back at once.
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

/** Undefined when it was sealed under a secret that is gone: who it belongs to logs in again. */
function openToken(seal: Seal, sealed: Buffer, id: string): string | undefined {
  try {
    return seal.open(sealed, id).toString()
  } catch (error) {
    if (error instanceof Unsealable) return undefined
    throw error
  }
}

/** Another process is asking, and will have written what it found in a moment. */
async function awaitOther(pool: pg.Pool, { id, looked_at }: Session): Promise<Session> {
  for (let waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
    const now = await findSessionById(pool, id)
    if (!now) throw sessionEnded()
    if (now.looked_at !== looked_at) return now
    await pause(WAIT_STEP_MS)
  }
  throw new IssuerUnavailable()
}

import { useSyncExternalStore } from 'react'
import { begin } from './log-in.ts'
import { askForTokens, type PortalSession, renewed } from './tokens.ts'

/** A token is renewed this long before it expires. */
const AHEAD_MS = 30_000
/** A token rejected at this age would be rejected again: another login would loop. */
const YOUNG_MS = 10_000

let current: PortalSession | undefined
let renewing: Promise<void> | undefined
const listeners = new Set<() => void>()

function change(next: PortalSession | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

const here = () => location.pathname.slice(import.meta.env.BASE_URL.length - 1) + location.search

export const session = {
  begin: change,
  use: () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => current,
    ),
  /** The session, or a redirect to the issuer. */
  async need(path: string): Promise<void> {
    if (!current) await begin(path)
  },
  /** A token that is still valid. */
  async token(): Promise<string> {
    if (!current) return begin(here())
    if (current.until - Date.now() < AHEAD_MS) {
      renewing ??= renew(current).finally(() => (renewing = undefined))
      await renewing
    }
    return current.access_token
  },
  /** The gateway rejected the token. Returns whether another login can help, and starts it. */
  async refused(): Promise<void> {
    if (current && Date.now() - current.since < YOUNG_MS) return
    await begin(here())
  },
}

/** In the background with a refresh token, otherwise by a redirect to the issuer. */
async function renew(old: PortalSession): Promise<void> {
  const { refresh_token } = old
  if (refresh_token === undefined) return begin(here())
  try {
    change(renewed(old, await askForTokens({ grant_type: 'refresh_token', refresh_token })))
  } catch {
    await begin(here())
  }
}

import { useSyncExternalStore } from 'react'
import { begin } from './log-in.ts'
import { askForTokens, renewed, type Session } from './tokens.ts'

/** A token is asked for anew so long before it ends. */
const AHEAD_MS = 30_000
/** A token that was refused so young would be refused again: logging in anew would go round in circles. */
const YOUNG_MS = 10_000

let current: Session | undefined
let renewing: Promise<void> | undefined
const listeners = new Set<() => void>()

function change(next: Session | undefined): void {
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
  /** Somebody, or the way to the issuer. */
  async need(path: string): Promise<void> {
    if (!current) await begin(path)
  },
  /** A token that is still good. */
  async token(): Promise<string> {
    if (!current) return begin(here())
    if (current.until - Date.now() < AHEAD_MS) {
      renewing ??= renew(current).finally(() => (renewing = undefined))
      await renewing
    }
    return current.access_token
  },
  /** The gateway has refused the token. Whether that can be helped by logging in again, which is done then. */
  async refused(): Promise<void> {
    if (current && Date.now() - current.since < YOUNG_MS) return
    await begin(here())
  },
}

/** Silently where the issuer has given a refresh token, and by the issuer's page where it has not. */
async function renew(old: Session): Promise<void> {
  const { refresh_token } = old
  if (refresh_token === undefined) return begin(here())
  try {
    change(renewed(old, await askForTokens({ grant_type: 'refresh_token', refresh_token })))
  } catch {
    await begin(here())
  }
}

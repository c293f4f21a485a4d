import { useSyncExternalStore } from 'react'

/** Connection state. A failed request sets it, and a probe repeats until a response comes. */
const listeners = new Set<() => void>()
const PAUSE_MS = 2_000
/** A small public resource: probing must not use the session. */
const KNOCKED = `${import.meta.env.BASE_URL}mark.svg`
let lost = false
let again: (() => void)[] = []

export const connection = {
  use: () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => lost,
    ),
  /** Called when the connection is back. */
  whenBack(listener: () => void): void {
    again = [...again, listener]
  },
  answered(): void {
    if (!lost) return
    say(false)
    for (const listener of again) listener()
  },
  failed(): void {
    if (lost) return
    say(true)
    knock()
  },
}

function say(value: boolean): void {
  lost = value
  for (const listener of listeners) listener()
}

function knock(): void {
  setTimeout(() => {
    void fetch(KNOCKED, { cache: 'no-store' }).then(() => connection.answered(), knock)
  }, PAUSE_MS)
}

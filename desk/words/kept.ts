import { useSyncExternalStore } from 'react'

/** One of a few values that this browser keeps for a person: their language and their light, and nothing else. */
export interface Kept<Value extends string> {
  now: () => Value
  set: (value: Value) => void
  use: () => Value
}

export function kept<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Kept<Value> {
  const listeners = new Set<() => void>()
  let value = read()

  function read(): Value {
    try {
      const found = localStorage.getItem(name)
      return values.find((one) => one === found) ?? otherwise
    } catch {
      // A browser may keep nothing at all.
      return otherwise
    }
  }

  return {
    now: () => value,
    set(next) {
      value = next
      try {
        localStorage.setItem(name, next)
      } catch {}
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => value,
      ),
  }
}

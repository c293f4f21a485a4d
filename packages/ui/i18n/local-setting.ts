import { useSyncExternalStore } from 'react'

/** One of a few values that this browser keeps for a person: their language and their light, and nothing else. */
export interface LocalSetting<Value extends string> {
  now: () => Value
  set: (value: Value) => void
  use: () => Value
  /** Calls it whenever another is chosen, here or in another window of the same browser. */
  listen: (listener: () => void) => () => void
}

export function kept<Value extends string>(
  name: string,
  values: readonly Value[],
  otherwise: Value,
): LocalSetting<Value> {
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

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key !== name) return
    value = read()
    tell()
  })

  return {
    now: () => value,
    listen,
    set(next) {
      value = next
      try {
        localStorage.setItem(name, next)
      } catch {}
      tell()
    },
    use: () => useSyncExternalStore(listen, () => value),
  }
}

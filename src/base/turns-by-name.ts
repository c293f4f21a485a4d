import { setTimeout as pause } from 'node:timers/promises'

/**
 * Work of one name is done one after the other in this process, in the order in which it came; work of several waits for all of them.
 * Whoever has waited too long is told so, by undefined: nothing of the work was begun.
 *
 * Where the database would have it take turns as well, each would wait there with a connection in its hands, until there is none left for those
 * whom nothing keeps.
 */
export function openTurnsByName(waitMs: number) {
  const last = new Map<string, Promise<void>>()

  return async <T>(names: string[], work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    const before = Promise.all(names.flatMap((name) => last.get(name) ?? []))
    const done = Promise.withResolvers<void>()
    // Who gave up leaves its place only when those before it are done.
    const over = before.then(() => done.promise)
    for (const name of names) last.set(name, over)
    void over.then(() => {
      for (const name of names) if (last.get(name) === over) last.delete(name)
    })
    const waiting = new AbortController()
    try {
      const isLate = pause(waitMs, true, waiting).catch(() => false)
      if (await Promise.race([before.then(() => false), isLate])) return undefined
      return { result: await work() }
    } finally {
      waiting.abort()
      done.resolve()
    }
  }
}

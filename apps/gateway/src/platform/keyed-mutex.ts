import { setTimeout as pause } from 'node:timers/promises'

/**
 * Keyed mutex: work of one name runs one after the other in this process, in order of arrival. Work of several names waits for
 * all of them. A caller that waited too long gets undefined, and none of its work was begun.
 *
 * If the database did this with locks, each waiting caller would hold a connection, until none were left for other callers.
 */
export function createKeyedMutex(waitMs: number) {
  const last = new Map<string, Promise<void>>()

  return async <T>(names: string[], work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    const before = Promise.all(names.flatMap((name) => last.get(name) ?? []))
    const done = Promise.withResolvers<void>()
    // A caller that timed out keeps its place until those before it are done.
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

import type { Metrics } from '../observability/metrics.ts'
import { objectStoreDuration } from './metrics.ts'
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts'

/** Store with metrics: the duration and result of each call. Signing makes no call, and a list is read as a stream. */
export function measured(store: ObjectStore, metrics: Metrics): ObjectStore {
  const timed =
    <Args extends unknown[], T>(call: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const startedAt = performance.now()
      let outcome = 'done'
      try {
        return await work(...args)
      } catch (error) {
        outcome = error instanceof ObjectStoreUnavailable ? 'unavailable' : 'failed'
        throw error
      } finally {
        metrics.observe(objectStoreDuration, { call, outcome }, (performance.now() - startedAt) / 1000)
      }
    }
  return {
    ...store,
    put: timed('put', (...given) => store.put(...given)),
    putOnce: timed('put_once', (...given) => store.putOnce(...given)),
    head: timed('head', (...given) => store.head(...given)),
    read: timed('read', (...given) => store.read(...given)),
    copy: timed('copy', (...given) => store.copy(...given)),
    remove: timed('remove', (...given) => store.remove(...given)),
    removeUnfinished: timed('remove_unfinished', (...given) => store.removeUnfinished(...given)),
  }
}

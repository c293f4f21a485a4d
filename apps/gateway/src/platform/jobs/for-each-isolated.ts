import { isDatabaseDown } from '../db/database-errors.ts'
import type { Log, LogFields } from '../observability/log.ts'

/**
 * Runs the same work for each item and isolates failures. A failure of one item, such as a locked row, is logged and the others
 * still run. Only an unavailable database ends the loop. Returns the first failure, for a caller that must not continue as if all
 * had succeeded.
 */
export async function forEachIsolated<T>(
  { log, event, fieldsOf }: { log: Log; event: string; fieldsOf: (item: T) => LogFields },
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<unknown> {
  let failure: unknown
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.error(event, fieldsOf(item), error)
      failure ??= error
    }
  }
  return failure
}

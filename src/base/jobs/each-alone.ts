import { isAway } from '../db/outcome.ts'
import type { Log, LogFields } from '../observability/log.ts'

/**
 * Does the same for each of them, and each stands for itself: what fails for one, such as a row that somebody holds, is
 * logged and takes no other's turn away. Only a database that is not there ends the round. Answers the first failure, for a
 * caller that must not go on as if all were done.
 */
export async function eachAlone<T>(
  { log, event, fieldsOf }: { log: Log; event: string; fieldsOf: (item: T) => LogFields },
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<unknown> {
  let failure: unknown
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isAway(error)) throw error
      log.error(event, fieldsOf(item), error)
      failure ??= error
    }
  }
  return failure
}

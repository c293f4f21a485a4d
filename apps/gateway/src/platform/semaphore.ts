/** The limits of a semaphore. */
export interface SemaphoreLimits {
  /** Places in this process. */
  atOnce: number
  /** Places of one key, given how many are free. Without it a key has a single place. */
  each?: (free: number) => number
  /** Callers that may wait. */
  waiting?: number
  /** How long a caller waits. Without it a caller that finds no place is rejected at once. */
  waitMs?: number
  /** The error of a caller that gets no place. */
  refuse: () => Error
}

/**
 * Counting semaphore with fair places by key, a bounded queue and a wait timeout. Waiting keys are served in turn, so a user with
 * many calls waits only for itself. A caller that gets no place is rejected before its work begins.
 */
export function createSemaphore(limits: SemaphoreLimits) {
  const { atOnce, each = () => 1, waiting: waitingMax = Infinity, waitMs, refuse } = limits
  /** Waiting keys, the most recently served one last. */
  const queues = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let free = atOnce
  let waiting = 0

  const mayBegin = (key: string) => free > 0 && (held.get(key) ?? 0) < each(free)

  const begin = (key: string) => {
    free -= 1
    held.set(key, (held.get(key) ?? 0) + 1)
  }

  const leave = (key: string, served: () => void) => {
    const queue = queues.get(key)!
    queue.splice(queue.indexOf(served), 1)
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    waiting -= 1
  }

  /** Waits for a place. The caller frees it with `release`. */
  const acquire = (key: string) =>
    new Promise<void>((resolve, reject) => {
      if (mayBegin(key)) {
        begin(key)
        return resolve()
      }
      if (waitMs === undefined || waiting >= waitingMax) return reject(refuse())
      const served = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        leave(key, served)
        reject(refuse())
      }, waitMs)
      waiting += 1
      const queue = queues.get(key)
      if (queue) queue.push(served)
      else queues.set(key, [served])
    })

  const release = (key: string) => {
    free += 1
    const left = held.get(key)! - 1
    if (left > 0) held.set(key, left)
    else held.delete(key)
    // More than one may be served: places that were reserved for other keys are shared among those that wait.
    for (;;) {
      const [next, queue] = queues.entries().find(([waits]) => mayBegin(waits)) ?? []
      if (next === undefined) return
      const [served] = queue!
      // The rest of this key's queue goes behind all other keys.
      leave(next, served!)
      begin(next)
      served!()
    }
  }

  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    await acquire(key)
    try {
      return await work()
    } finally {
      release(key)
    }
  }
  return { run, acquire, release, waiting: () => waiting }
}

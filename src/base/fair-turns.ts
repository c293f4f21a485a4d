/**
 * Counting semaphore that is shared fairly between users: those who wait are served in turn, and one user has only so many places at a
 * time. A user that asks for much waits for itself. A wait that takes too long ends with false, or undefined: nothing of the work was
 * begun. `eachMax` gives the places one user may have while so many are free.
 */
export function openFairTurns(atOnceMax: number, waitMs: number, eachMax: (free: number) => number = () => 1) {
  /** Users that wait, the one that was served last at the end. */
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let free = atOnceMax

  const mayBegin = (who: string) => free > 0 && (held.get(who) ?? 0) < eachMax(free)

  const begin = (who: string) => {
    free -= 1
    held.set(who, (held.get(who) ?? 0) + 1)
  }

  const take = (who: string) =>
    new Promise<boolean>((resolve) => {
      if (mayBegin(who)) {
        begin(who)
        return resolve(true)
      }
      const served = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        leave(who, served)
        resolve(false)
      }, waitMs)
      const queue = waiting.get(who)
      if (queue) queue.push(served)
      else waiting.set(who, [served])
    })

  const leave = (who: string, served: () => void) => {
    const queue = waiting.get(who)!
    queue.splice(queue.indexOf(served), 1)
    waiting.delete(who)
    if (queue.length > 0) waiting.set(who, queue)
  }

  const give = (who: string) => {
    free += 1
    const left = held.get(who)! - 1
    if (left > 0) held.set(who, left)
    else held.delete(who)
    // More than one may be served: places that were kept free for others become a share of those who wait.
    for (;;) {
      const [next, queue] = waiting.entries().find(([waits]) => mayBegin(waits)) ?? []
      if (next === undefined) return
      const [served] = queue!
      // Behind all other users that wait, with what this one still has.
      leave(next, served!)
      begin(next)
      served!()
    }
  }

  const inTurn = async <T>(who: string, work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    if (!(await take(who))) return undefined
    try {
      return { result: await work() }
    } finally {
      give(who)
    }
  }
  return Object.assign(inTurn, { take, give })
}

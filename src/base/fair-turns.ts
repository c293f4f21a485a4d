/**
 * So much work at a time in this process, and one piece at a time for each who asks: those who wait are served in turn,
 * so that whoever asks for much waits for itself. Whoever has waited too long is told so, by undefined: nothing of the
 * work was begun.
 */
export function openFairTurns(atOnceMax: number, waitMs: number) {
  /** Those who wait, the one who was served last at the end. */
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Set<string>()

  const turn = (who: string) =>
    new Promise<boolean>((resolve) => {
      if (busy.size < atOnceMax && !busy.has(who)) {
        busy.add(who)
        return resolve(true)
      }
      const begin = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        leave(who, begin)
        resolve(false)
      }, waitMs)
      const queue = waiting.get(who)
      if (queue) queue.push(begin)
      else waiting.set(who, [begin])
    })

  const leave = (who: string, begin: () => void) => {
    const queue = waiting.get(who)!
    queue.splice(queue.indexOf(begin), 1)
    waiting.delete(who)
    if (queue.length > 0) waiting.set(who, queue)
  }

  const serveNext = () => {
    const [who, queue] = waiting.entries().find(([next]) => !busy.has(next)) ?? []
    if (who === undefined) return
    const begin = queue![0]!
    // Behind everybody else who waits, with what it still has.
    leave(who, begin)
    busy.add(who)
    begin()
  }

  return async <T>(who: string, work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    if (!(await turn(who))) return undefined
    try {
      return { result: await work() }
    } finally {
      busy.delete(who)
      serveNext()
    }
  }
}

/**
 * So much work at a time in this process, first come first served. Whoever has waited too long, or finds the line full, is
 * told so, by undefined: nothing of the work was begun. `waiting` says how many stand in line.
 */
export function openTurns(atOnceMax: number, waitMs: number, waitingMax = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  let busy = 0

  const turn = () =>
    new Promise<boolean>((resolve) => {
      if (busy < atOnceMax) {
        busy += 1
        return resolve(true)
      }
      if (waiting.length >= waitingMax) return resolve(false)
      const begin = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        resolve(false)
      }, waitMs)
      waiting.push(begin)
    })

  const inTurn = async <T>(work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    if (!(await turn())) return undefined
    try {
      return { result: await work() }
    } finally {
      // Handed on and not given back, so that nobody comes in between.
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
  return Object.assign(inTurn, { waiting: () => waiting.length })
}

/**
 * So many a second, after a first few at once. Whoever comes too fast is given a later moment and waits for it; where that
 * would be more than `waitingMax` moments away there is none, and false is answered. Counted by a clock that nobody sets.
 */
export function openPace(perSecond: number, atOnce: number, waitingMax: number): () => Promise<boolean> {
  const apartMs = 1000 / perSecond
  let next = Number.NEGATIVE_INFINITY

  return async () => {
    const now = performance.now()
    const due = Math.max(next, now - atOnce * apartMs)
    if (due - now > waitingMax * apartMs) return false
    next = due + apartMs
    if (due > now) await new Promise((resolve) => setTimeout(resolve, due - now))
    return true
  }
}

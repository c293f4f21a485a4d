/**
 * Leaky bucket: `perSecond` with an initial burst. A caller above the rate waits for its slot. Returns false when more than
 * `waitingMax` would be waiting. It uses the monotonic clock, which is never set.
 */
export function createPacer(perSecond: number, atOnce: number, waitingMax: number): () => Promise<boolean> {
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

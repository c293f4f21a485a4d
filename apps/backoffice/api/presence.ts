/** How long a person without input counts as present. */
const PRESENT_MS = 5 * 60_000

let touched = Date.now()
const waiting = new Set<() => void>()

function touch(): void {
  touched = Date.now()
  if (waiting.size === 0) return
  const due = [...waiting]
  waiting.clear()
  for (const work of due) work()
}
for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus']) {
  addEventListener(name, touch, { passive: true, capture: true })
}

/**
 * Runs it now if a person is present, or else at the next input. Every request uses the session, so a page that polls would
 * keep an abandoned session alive.
 */
export function whenPresent(work: () => void): void {
  if (Date.now() - touched < PRESENT_MS && document.visibilityState === 'visible') work()
  else waiting.add(work)
}

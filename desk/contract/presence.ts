/** How long somebody who touches nothing is taken to be looking. */
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
 * Does it now if somebody sits before the page, or else as soon as somebody does again. Whatever is asked of the desk is a use
 * of the session: a page that asks by itself would keep one open that everybody has left.
 */
export function whenPresent(work: () => void): void {
  if (Date.now() - touched < PRESENT_MS && document.visibilityState === 'visible') work()
  else waiting.add(work)
}

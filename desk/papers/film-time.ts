/** Fewer than this nobody films with, and more would not be seen as more. */
const FINEST_SECONDS = 1 / 60
const COARSEST_SECONDS = 1 / 5
/** How long after a seek its frame may take to be drawn. */
const WAIT_MS = 60
const STEPS_MAX = 3

/** Steps through a film frame by frame. How long a frame lasts is nowhere written, and is learned from those that are seen. */
export function openFrames(film: HTMLVideoElement) {
  let shownAt = 0
  let frame: number | undefined
  let watching = film.requestVideoFrameCallback(seen)

  function seen(_: number, { mediaTime }: VideoFrameCallbackMetadata): void {
    const passed = Math.abs(mediaTime - shownAt)
    if (passed >= FINEST_SECONDS / 2 && passed <= COARSEST_SECONDS) frame = Math.min(frame ?? passed, passed)
    shownAt = mediaTime
    watching = film.requestVideoFrameCallback(seen)
  }

  /** Resolves when another frame is shown, or when it is clear that none will be. */
  async function seek(to: number): Promise<boolean> {
    const before = shownAt
    await new Promise((resolve) => {
      film.addEventListener('seeked', resolve, { once: true })
      film.currentTime = to
    })
    const late = performance.now() + WAIT_MS
    const isOther = () => shownAt !== before
    while (!isOther() && performance.now() < late) await new Promise(requestAnimationFrame)
    return isOther()
  }

  async function stepNow(way: 1 | -1): Promise<void> {
    film.pause()
    const from = shownAt
    // In the middle of the next frame; and as long as none is known, onwards until there is another.
    for (let on = frame ?? FINEST_SECONDS; on <= COARSEST_SECONDS; on += FINEST_SECONDS) {
      const to = from + way * on + (frame ?? 0) / 2
      if (to < 0 || to > film.duration) return
      if (await seek(to)) return
    }
  }

  let waiting = 0
  let last = Promise.resolve()
  return {
    /** Each step in its turn, however fast the key is pressed; a key that is held down leaves no more than a few behind. */
    step(way: 1 | -1): void {
      if (waiting === STEPS_MAX) return
      waiting += 1
      last = last.then(() => stepNow(way)).finally(() => (waiting -= 1))
    },
    close: () => film.cancelVideoFrameCallback(watching),
  }
}

/** Minutes, seconds and thousandths: 0:01.233. */
export function filmTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  return `${Math.floor(ms / 60_000)}:${padded(Math.floor(ms / 1000) % 60, 2)}.${padded(ms % 1000, 3)}`
}
const padded = (value: number, digits: number) => String(value).padStart(digits, '0')

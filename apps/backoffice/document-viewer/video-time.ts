/** No camera records with fewer frames per second, and more could not be distinguished. */
const FINEST_SECONDS = 1 / 60
const COARSEST_SECONDS = 1 / 5
/** How long after a seek its frame may take to be drawn. */
const WAIT_MS = 60
const STEPS_MAX = 3

/** Steps through a video frame by frame. The frame duration is not in the file and is measured from the displayed frames. */
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

  /** Resolves when another frame is shown, or when none will be. */
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
    // To the middle of the next frame. Without a known duration, forward until the frame changes.
    for (let on = frame ?? FINEST_SECONDS; on <= COARSEST_SECONDS; on += FINEST_SECONDS) {
      const to = from + way * on + (frame ?? 0) / 2
      if (to < 0 || to > film.duration) return
      if (await seek(to)) return
    }
  }

  let waiting = 0
  let last = Promise.resolve()
  return {
    /** Steps run one after another, however fast the key is pressed. A held key queues only a few. */
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

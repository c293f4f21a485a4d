import { writeSync } from 'node:fs'

/** In characters: a quarter of a pipe's capacity. */
const TOGETHER_MAX = 16_384
/** In bytes: about fifty thousand lines. A log must not exhaust the memory of its process. */
const WAITING_MAX = 16 * 1024 * 1024
/** With 3,000 log lines a second, the reader wakes 200 times. */
const EVERY_MS = 5
/** A stopped reader must not delay the end of the process. */
const HEARD_AT_THE_END_MS = 1_000

/**
 * Buffered writer for standard error. Lines of a few milliseconds are sent in one write, on this thread: a worker thread might
 * not finish before the process ends. What the reader does not accept stays in the buffer and is offered again without blocking.
 * When the buffer is full, further lines are dropped until it is empty. `tellDropped` reports how many.
 */
export function createStderrWriter(tellDropped: (count: number) => void) {
  let said = ''
  let unheard: Buffer[] = []
  let waiting = 0
  let dropped = 0
  let soon: NodeJS.Timeout | undefined

  /** Whether all of it was written, or the reader is gone. */
  const offer = (): boolean => {
    if (said !== '') {
      const bytes = Buffer.from(said)
      unheard.push(bytes)
      waiting += bytes.length
      said = ''
    }
    try {
      while (unheard.length > 0) {
        const rest = unheard[0]!.subarray(writeSync(2, unheard[0]!))
        waiting += rest.length - unheard[0]!.length
        if (rest.length > 0) unheard[0] = rest
        else unheard.shift()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false
      unheard = []
      waiting = 0
    }
    const count = dropped
    dropped = 0
    if (count > 0) tellDropped(count)
    return said === '' || offer()
  }
  const leave = () => {
    clearTimeout(soon)
    soon = offer() ? undefined : setTimeout(leave, EVERY_MS)
  }
  process.on('exit', () => {
    const asleep = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; !offer() && waited < HEARD_AT_THE_END_MS; waited += EVERY_MS) {
      Atomics.wait(asleep, 0, 0, EVERY_MS)
    }
  })
  return {
    write(line: string) {
      if (dropped > 0 || waiting + said.length > WAITING_MAX) {
        dropped += 1
        return
      }
      said += line
      soon ??= setTimeout(leave, EVERY_MS)
      if (said.length >= TOGETHER_MAX && unheard.length === 0) leave()
    },
  }
}

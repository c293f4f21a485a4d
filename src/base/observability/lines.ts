import { writeSync } from 'node:fs'

/** In characters: a quarter of what a pipe holds. */
const TOGETHER_MAX = 16_384
/** In bytes: some fifty thousand lines. A log is not worth the process that writes it. */
const WAITING_MAX = 16 * 1024 * 1024
/** So that a log that is written three thousand times a second wakes its reader two hundred times. */
const EVERY_MS = 5
/** A reader that has stopped does not keep a process that has to end. */
const HEARD_AT_THE_END_MS = 1_000

/**
 * Standard error. What is said within a few milliseconds leaves in one write, and in this thread: another would be overtaken by
 * the end of the process. What the reader has no room for waits here and is offered again, and nobody waits for it. When too
 * much waits, further lines are dropped until all of it was taken; `tellDropped` says how many.
 */
export function openLines(tellDropped: (count: number) => void) {
  let said = ''
  let unheard: Buffer[] = []
  let waiting = 0
  let dropped = 0
  let soon: NodeJS.Timeout | undefined

  /** Whether all of it was taken, or nobody is there to take it. */
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

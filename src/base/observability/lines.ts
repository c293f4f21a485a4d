import { writeSync } from 'node:fs'

/** In characters: a quarter of what a pipe holds. */
const TOGETHER_MAX = 16_384
const OFFERED_AGAIN_MS = 20
/** A reader that has stopped does not keep a process that has to end. */
const HEARD_AT_THE_END_MS = 1_000

/**
 * Standard error. What is said in one turn of the event loop leaves at its end in one write, and in this thread: another
 * would be overtaken by the end of the process. What the reader has no room for waits here and is offered again, and nobody
 * waits for it.
 */
export function openLines() {
  let said = ''
  let unheard: Buffer[] = []
  let again: NodeJS.Timeout | undefined

  /** Whether all of it was taken, or nobody is there to take it. */
  const offer = () => {
    if (said !== '') unheard.push(Buffer.from(said))
    said = ''
    try {
      while (unheard.length > 0) {
        const rest = unheard[0]!.subarray(writeSync(2, unheard[0]!))
        if (rest.length > 0) unheard[0] = rest
        else unheard.shift()
      }
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false
      unheard = []
      return true
    }
  }
  const leave = () => {
    if (again || offer()) return
    again = setTimeout(() => {
      again = undefined
      leave()
    }, OFFERED_AGAIN_MS)
  }
  process.on('exit', () => {
    const asleep = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; !offer() && waited < HEARD_AT_THE_END_MS; waited += OFFERED_AGAIN_MS) {
      Atomics.wait(asleep, 0, 0, OFFERED_AGAIN_MS)
    }
  })
  return {
    write(line: string) {
      if (said === '') setImmediate(leave)
      said += line
      if (said.length >= TOGETHER_MAX) leave()
    },
  }
}

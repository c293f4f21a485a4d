import type { Readable } from 'node:stream'
import { bodyTooLarge } from '../faults.ts'
import { SILENCE_MS } from '../limits.ts'

/**
 * The bytes of a file as long as they keep coming, a chunk at a time. A chunk is good until the next one is asked for:
 * then its memory is given back.
 */
export async function* steadyBytes(
  file: Readable & { truncated: boolean },
  broken: (error: unknown) => never,
): AsyncGenerator<Buffer> {
  let arrived: Buffer | undefined
  let failure: unknown
  let wake: (() => void) | undefined
  // Flowing, because only then a stream hands its chunks over as they are; asked to read, it joins them into new ones.
  file
    .on('data', (chunk: Buffer) => {
      arrived = chunk
      file.pause()
      wake?.()
    })
    .on('error', (error) => (failure = error))
    .on('end', () => wake?.())
    .on('close', () => wake?.())
  // Counted only while the caller is waited for: a store that takes its time is not the caller's silence.
  let waiting = false
  const timer = setTimeout(() => waiting && file.destroy(new Error('the caller stopped sending')), SILENCE_MS)
  try {
    for (;;) {
      if (!file.readableEnded && !file.destroyed) {
        waiting = true
        timer.refresh()
        await new Promise<void>((resolve) => {
          wake = resolve
          file.resume()
        })
        waiting = false
      }
      if (!arrived) break
      const chunk = arrived
      arrived = undefined
      yield chunk
      giveBack(chunk)
    }
    if (!file.readableEnded) broken(failure ?? new Error('the file broke off'))
    if (file.truncated) throw bodyTooLarge()
  } finally {
    clearTimeout(timer)
    file.destroy()
  }
}

/**
 * Frees the memory of a chunk now. It lies outside the heap, where V8 lets tens of megabytes gather before it looks, and
 * a gateway that streams would seem to hold what it has long passed on. Only a chunk that has its memory to itself:
 * another part of the same body may still lie in that of a shared one.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

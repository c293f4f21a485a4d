import type { Readable } from 'node:stream'
import { bodyTooLarge } from '../faults.ts'
import { READ_TIMEOUT_MS } from '../limits.ts'

/**
 * Stalled-stream guard: the bytes of a file while they keep coming, one chunk at a time. A chunk is valid until the next one
 * is requested. Then its memory is freed.
 */
export async function* steadyBytes(
  file: Readable & { truncated: boolean },
  broken: (error: unknown) => never,
): AsyncGenerator<Buffer> {
  let arrived: Buffer | undefined
  let failure: unknown
  let wake: (() => void) | undefined
  // Flowing mode, because only then a stream passes its chunks on unchanged. `read()` joins them into new ones.
  file
    .on('data', (chunk: Buffer) => {
      arrived = chunk
      file.pause()
      wake?.()
    })
    .on('error', (error) => (failure = error))
    .on('end', () => wake?.())
    .on('close', () => wake?.())
  // Only the time in which the caller has to send counts, and not the time of a slow store.
  let waiting = false
  const timer = setTimeout(() => waiting && file.destroy(new Error('the caller stopped sending')), READ_TIMEOUT_MS)
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
 * Frees the memory of a chunk now. It is outside the heap, where V8 collects only after tens of megabytes, so a streaming
 * gateway would seem to hold what it has long sent. Only for a chunk with memory of its own: another part of the body may
 * still use a shared one.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

import { createSemaphore } from '../semaphore.ts'
import { ObjectStoreUnavailable } from './objects.ts'

/** The least an S3 store accepts for any part but the last. */
export const PART_BYTES = 5 * 1024 * 1024

/**
 * Buffer pool that all uploads of this process share, fairly between users. An S3 part is sent with its length in front, so it has
 * to be held whole until it is full. Were the buffers each upload's own, memory would grow with the number of callers.
 */
export interface PartBuffers {
  take(owner: string): Promise<Buffer>
  /** Gives a buffer back. Only once nothing reads from it any more. */
  give(owner: string, buffer: Buffer): void
}

export function openPartBuffers(count: number, waitMs: number): PartBuffers {
  const made: Buffer[] = []
  // A slow body keeps its buffer for minutes, so a user never takes the last ones: it may have as many as it leaves free.
  const places = createSemaphore({
    atOnce: count,
    each: (free) => free,
    waitMs,
    refuse: () => new ObjectStoreUnavailable('every upload buffer is in use'),
  })

  return {
    async take(owner) {
      await places.acquire(owner)
      return made.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
    },
    give(owner, buffer) {
      made.push(buffer)
      places.release(owner)
    },
  }
}

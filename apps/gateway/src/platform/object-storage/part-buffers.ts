import { createSemaphore } from '../semaphore.ts'
import { ObjectStoreUnavailable } from './object-store.ts'

/** The minimum an S3 store accepts for any part but the last. */
export const PART_BYTES = 5 * 1024 * 1024

/**
 * Buffer pool that all uploads of this process share, fairly between users. An S3 part is sent with its length first, so it is
 * buffered until it is full. With buffers per upload, memory would grow with the number of callers.
 */
export interface PartBuffers {
  take(owner: string): Promise<Buffer>
  /** Returns a buffer, only once nothing reads from it. */
  give(owner: string, buffer: Buffer): void
}

export function createPartBuffers(count: number, waitMs: number): PartBuffers {
  const made: Buffer[] = []
  // A slow body holds its buffer for minutes. A user may hold as many as it leaves free, so it never takes the last ones.
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

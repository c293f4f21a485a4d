import { ObjectStoreUnavailable } from './objects.ts'

/** The least an S3 store accepts for any part but the last. */
export const PART_BYTES = 5 * 1024 * 1024

/**
 * The memory all uploads of this process share. An S3 part is sent with its length in front, so it has to be held whole
 * until it is full; were the buffers each upload's own, memory would grow with the number of callers. Here it does not:
 * an upload without a buffer waits its turn, first come first served, and waiting slows its caller down.
 */
export interface PartBuffers {
  take(): Promise<Buffer>
  /** Gives a buffer back. Only once nothing reads from it any more. */
  give(buffer: Buffer): void
}

export function openPartBuffers(count: number, waitMs: number): PartBuffers {
  const free: Buffer[] = []
  const waiting: ((buffer: Buffer) => void)[] = []
  let made = 0

  return {
    async take() {
      const buffer = free.pop()
      if (buffer) return buffer
      if (made < count) {
        made += 1
        return Buffer.allocUnsafeSlow(PART_BYTES)
      }
      return await new Promise<Buffer>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(serve), 1)
          reject(new ObjectStoreUnavailable('every upload buffer is in use'))
        }, waitMs)
        const serve = (given: Buffer) => {
          clearTimeout(timer)
          resolve(given)
        }
        waiting.push(serve)
      })
    },
    give(buffer) {
      const next = waiting.shift()
      if (next) next(buffer)
      else free.push(buffer)
    },
  }
}

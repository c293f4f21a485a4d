import { type Bytes, ObjectStoreUnavailable } from './object-store.ts'
import type { PartBuffers } from './part-buffers.ts'

/** Parts of one upload sent at a time: enough to use the bandwidth, few enough to leave buffers for others. */
const PARTS_IN_FLIGHT_MAX = 3

export interface S3Part {
  PartNumber: number
  ETag: string | undefined
}

/** The S3 calls of one upload. */
export interface UploadCalls {
  putWhole(bytes: Buffer): Promise<void>
  begin(): Promise<string>
  putPart(uploadId: string, partNumber: number, bytes: Buffer): Promise<S3Part>
  complete(uploadId: string, parts: S3Part[]): Promise<void>
  abort(uploadId: string): Promise<void>
}

/**
 * Multipart upload of a stream of unknown length as one object. What fits into one buffer is put whole. More is put in parts,
 * some in parallel, while the next one fills. The SDK's own uploader copies each part and holds four of them per caller.
 */
export async function uploadStream(
  calls: UploadCalls,
  buffers: PartBuffers,
  bytes: Bytes,
  owner: string,
): Promise<void> {
  const parts: S3Part[] = []
  const inFlight = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let uploadId: string | undefined
  let count = 0
  let buffer: Buffer | undefined
  let filled = 0

  const send = (id: string, full: Buffer, length: number) => {
    count += 1
    const sent: Promise<void> = calls
      .putPart(id, count, full.subarray(0, length))
      .then(
        (part) => void parts.push(part),
        (error: unknown) => void (failure ??= { error }),
      )
      .finally(() => {
        inFlight.delete(sent)
        buffers.give(owner, full)
      })
    inFlight.add(sent)
  }

  try {
    for await (const chunk of bytes) {
      for (let offset = 0; offset < chunk.length; ) {
        buffer ??= await buffers.take(owner)
        const copied = chunk.copy(buffer, filled, offset)
        offset += copied
        filled += copied
        if (filled < buffer.length) continue

        uploadId ??= await calls.begin()
        send(uploadId, buffer, filled)
        buffer = undefined
        filled = 0
        if (inFlight.size >= PARTS_IN_FLIGHT_MAX) await Promise.race(inFlight)
        if (failure) throw failure.error
      }
    }
    if (uploadId === undefined) return await calls.putWhole(buffer?.subarray(0, filled) ?? Buffer.alloc(0))
    if (buffer) send(uploadId, buffer, filled)
    buffer = undefined
    await Promise.all(inFlight)
    if (failure) throw failure.error
    await calls.complete(
      uploadId,
      parts.toSorted((a, b) => a.PartNumber - b.PartNumber),
    )
  } catch (error) {
    const cleared = clear(calls, uploadId, inFlight)
    // When the store itself has failed, the abort is not awaited: the caller has waited long enough.
    if (!(error instanceof ObjectStoreUnavailable)) await cleared
    throw error
  } finally {
    if (buffer) buffers.give(owner, buffer)
  }
}

/** Aborts an upload after its last part has ended. removeUnfinished finds later what could not be aborted. */
async function clear(calls: UploadCalls, uploadId: string | undefined, inFlight: Set<Promise<void>>): Promise<void> {
  await Promise.all(inFlight)
  if (uploadId !== undefined) await calls.abort(uploadId).catch(() => {})
}

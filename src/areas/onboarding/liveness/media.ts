import { CustomSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import { type ObjectStore, ObjectStoreUnavailable } from '../../../base/objects/objects.ts'
import type { MediaFacts } from './video.ts'

/** What of a file is held in memory while it is looked into. */
const CACHE_BYTES_MAX = 2 * 1024 * 1024
/** A file that takes longer to understand is not one a camera wrote. */
const LOOK_MS = 20_000

/**
 * Looks into a stored film by reading ranges of it. Undefined when it is no film that can be played: no pictures, no codec
 * anyone knows, or an index that leads nowhere.
 */
export async function readMedia(objects: ObjectStore, key: string, size: number): Promise<MediaFacts | undefined> {
  let storeFailure: unknown
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) =>
      readRange(objects, key, start, end).catch((error: unknown) => {
        storeFailure = error
        throw error
      }),
    maxCacheSize: CACHE_BYTES_MAX,
  })
  const input = new Input({ formats: [MP4, QTFF, WEBM], source })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LOOK_MS)
  })
  try {
    const looked = lookInto(input).catch(() => undefined)
    const facts = await Promise.race([looked, late])
    // A store that does not answer says nothing about the film.
    if (storeFailure) throw storeFailure
    return facts
  } finally {
    clearTimeout(timer)
    input.dispose()
  }
}

async function lookInto(input: Input): Promise<MediaFacts | undefined> {
  const track = await input.getPrimaryVideoTrack()
  if (!track?.codec) return undefined
  const duration_ms = Math.round((await track.computeDuration()) * 1000)
  const [width, height] = [track.displayWidth, track.displayHeight]
  return duration_ms > 0 && width > 0 && height > 0 ? { duration_ms, codec: track.codec, width, height } : undefined
}

async function readRange(objects: ObjectStore, key: string, start: number, end: number): Promise<Uint8Array> {
  const bytes = await objects.read(key, { start, end: end - 1 })
  if (!bytes) throw new ObjectStoreUnavailable('an object that was just kept is not there')
  const range = new Uint8Array(end - start)
  let filled = 0
  for await (const chunk of bytes) {
    range.set(chunk, filled)
    filled += chunk.length
  }
  return range
}

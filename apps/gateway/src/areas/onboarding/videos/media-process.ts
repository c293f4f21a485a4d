import { CustomSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import type { MediaFacts } from '../liveness/video.ts'

/**
 * Sandboxed media parser: inspects one video in a child process without secrets, files or network. It requests ranges
 * of the video and returns facts. Memory or CPU that a malicious index consumes ends with the process.
 */
export type MediaMessage = { read: number; start: number; end: number } | { facts: MediaFacts | undefined }
export interface VideoRange {
  read: number
  bytes: Uint8Array
}

/** The cache of video ranges. */
const CACHE_BYTES_MAX = 2 * 1024 * 1024
/** The largest value of a database integer. No camera records for three weeks. */
const NUMBER_MAX = 2 ** 31 - 1

const asked = new Map<number, (bytes: Uint8Array) => void>()
let reads = 0
process.on('message', ({ read, bytes }: VideoRange) => {
  asked.get(read)?.(bytes)
  asked.delete(read)
})

const source = new CustomSource({
  getSize: () => Number(process.argv[2]),
  read: (start, end) =>
    new Promise((resolve) => {
      asked.set((reads += 1), resolve)
      say({ read: reads, start, end })
    }),
  maxCacheSize: CACHE_BYTES_MAX,
})
const facts = await lookInto(new Input({ formats: [MP4, QTFF, WEBM], source })).catch(() => undefined)
// The parent ends this process after it has received the message; it also ends with its parent.
say({ facts })

async function lookInto(input: Input): Promise<MediaFacts | undefined> {
  const track = await input.getPrimaryVideoTrack()
  if (!track?.codec) return undefined
  const duration_ms = Math.round((await track.computeDuration()) * 1000)
  const [width, height] = [track.displayWidth, track.displayHeight]
  const good = [duration_ms, width, height].every((number) => number > 0 && number <= NUMBER_MAX)
  return good ? { duration_ms, codec: track.codec, width, height } : undefined
}

function say(said: MediaMessage): void {
  process.send!(said)
}

import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unavailable } from '../../../http/faults.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../../platform/object-storage/object-store.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'
import type { MediaFacts } from '../liveness/video.ts'
import type { MediaMessage, VideoRange } from './media-process.ts'

/** Timeout. A video that takes longer to parse is not one that a camera wrote. */
const LOOK_MS = 20_000
/** Many times what the index of a video of fifty megabytes takes. */
const HEAP_MB = 64
const LOOKS_MAX = 2
/** Queue timeout, no longer than the uploading client waits for its response. */
const TURN_MS = 25_000
const RETRY = { 'retry-after': '5' }

const program = fileURLToPath(new URL('media-process.ts', import.meta.url))
const places = createSemaphore({ atOnce: LOOKS_MAX, waitMs: TURN_MS, refuse: () => unavailable({ headers: RETRY }) })

/**
 * Inspects a stored video by reading ranges of it. Returns undefined when it cannot be played: no frames, no known
 * codec, or an invalid index.
 * The video comes from an untrusted client, and a few bytes of it can request gigabytes. It is parsed in a child
 * process, because a worker thread that exceeds its heap with one large array takes down the whole gateway.
 */
export function readMedia(
  objects: ObjectStore,
  film: { user_id: string; key: string; size: number },
  lookMs = LOOK_MS,
): Promise<MediaFacts | undefined> {
  return places.run(film.user_id, () => lookApart(objects, film.key, film.size, lookMs))
}

function lookApart(objects: ObjectStore, key: string, size: number, lookMs: number): Promise<MediaFacts | undefined> {
  return new Promise((resolve, reject) => {
    const looker = createMediaReader(size)
    let begun = false
    let reading = 0
    const end = (answer: () => void) => {
      clearTimeout(timer)
      looker.kill('SIGKILL')
      answer()
    }
    const giveUp = () =>
      end(() => {
        // Neither an unresponsive store nor a machine that cannot start a process is a property of the video.
        if (reading > 0) reject(new ObjectStoreUnavailable('a video was not read in time'))
        else if (!begun) reject(unavailable({ headers: RETRY }))
        else resolve(undefined)
      })
    const timer = setTimeout(giveUp, lookMs)

    looker.on('message', (said: MediaMessage) => {
      begun = true
      if ('facts' in said || !('read' in said)) return end(() => resolve(said.facts))
      reading += 1
      readRange(objects, key, said.start, Math.min(said.end, size)).then(
        (bytes) => {
          reading -= 1
          const given: VideoRange = { read: said.read, bytes }
          // If the child process has died meanwhile, its exit event reports it.
          looker.send(given, () => {})
        },
        (error: unknown) => end(() => reject(error)),
      )
    })
    looker.on('error', () => giveUp())
    looker.on('exit', () => giveUp())
  })
}

const library = fileURLToPath(new URL('../../../../../../node_modules/mediabunny', import.meta.url))
/**
 * Sandbox flags: a memory limit, and read access only to itself and the library. With access to all files it could
 * read this process's environment under /proc.
 */
export const lookerFlags = [
  `--max-old-space-size=${HEAP_MB}`,
  '--permission',
  // Keeps the permitted names, wherever symbolic links point.
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  ...[dirname(program), library].map((folder) => `--allow-fs-read=${folder}`),
]

function createMediaReader(size: number): ChildProcess {
  const looker = fork(program, [String(size)], {
    execArgv: lookerFlags,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // Low priority: API requests come before a video that is expensive to parse.
  if (looker.pid !== undefined) setPriority(looker.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return looker
}

async function readRange(objects: ObjectStore, key: string, start: number, end: number): Promise<Uint8Array> {
  const bytes = await objects.read(key, { start, end: end - 1 })
  if (!bytes) throw new ObjectStoreUnavailable('an object that was just stored is missing')
  const range = new Uint8Array(end - start)
  let filled = 0
  for await (const chunk of bytes) {
    range.set(chunk, filled)
    filled += chunk.length
  }
  return range
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { film } from '@eclusa/testing/files.ts'
import { endlessFilm, videos } from '@eclusa/testing/liveness.ts'
import { describe, expect, it } from 'vitest'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable } from '../../../platform/object-storage/object-store.ts'
import { lookerFlags, readMedia } from './read-media.ts'

/** A store gives a range in pieces. */
const PIECE_BYTES = 1_000

/** A store of one object, that counts what is read of it and may fail. */
function storeOf(bytes: Buffer, failing = false) {
  const seen = { bytes: 0 }
  async function* read(range: { start: number; end: number }): Bytes & AsyncGenerator<Buffer> {
    if (failing) throw new ObjectStoreUnavailable('it is down')
    const part = bytes.subarray(range.start, range.end + 1)
    seen.bytes += part.length
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
  }
  const objects = { read: async (_key: string, range: { start: number; end: number }) => read(range) }
  return { seen, objects: objects as unknown as ObjectStore }
}

const filmOf = ({ length: size }: Buffer, user_id = randomUUID()) => ({ user_id, key: 'key', size })
const look = (bytes: Buffer) => readMedia(storeOf(bytes).objects, filmOf(bytes))

describe('the facts of a video', () => {
  it.each([
    ['mp4', videos.mp4, 'avc'],
    ['QuickTime', videos.mov, 'avc'],
    ['WebM', videos.webm, 'vp8'],
  ])('are read from %s', async (_, bytes, codec) => {
    expect(await look(bytes)).toEqual({ duration_ms: 1200, codec, width: 240, height: 320 })
  })

  it.each([
    ['boxes and no film', film('isom')],
    ['sound and no pictures', videos.soundOnly],
    ['nothing at all', Buffer.alloc(0)],
    ['noise', Buffer.from('eclusa'.repeat(1_000))],
    ['half an index', videos.mp4.subarray(0, 300)],
    ['years', endlessFilm()],
  ])('are absent for %s', async (_, bytes) => {
    expect(await look(bytes)).toBeUndefined()
  })

  it('need only the index of a large video, not all of it', async () => {
    const padding = Buffer.alloc(40_000_000)
    padding.writeUInt32BE(padding.length)
    padding.write('free', 4, 'latin1')
    const large = Buffer.concat([videos.mp4, padding])
    const { seen, objects } = storeOf(large)
    expect(await readMedia(objects, filmOf(large))).toMatchObject({ duration_ms: 1200 })
    expect(seen.bytes).toBeLessThan(100_000)
  })

  it('are not reported as absent when the store fails', async () => {
    const { objects } = storeOf(videos.mp4, true)
    await expect(readMedia(objects, filmOf(videos.mp4))).rejects.toThrow(ObjectStoreUnavailable)
  })

  it('are not reported as absent when the store times out', async () => {
    const silent = { read: () => new Promise(() => {}) } as unknown as ObjectStore
    // Long enough to start its process on a busy machine: one that never started fails with another error.
    await expect(readMedia(silent, filmOf(videos.mp4), 8_000)).rejects.toThrow(ObjectStoreUnavailable)
  })

  it('are read two at a time, one per user, in fair order', async () => {
    let most = 0
    let reading = 0
    const { objects } = storeOf(videos.mp4)
    const counted = {
      async read(key: string, range: { start: number; end: number }) {
        most = Math.max(most, (reading += 1))
        await pause(100)
        reading -= 1
        return objects.read(key, range)
      },
    } as unknown as ObjectStore
    const found = await Promise.all(Array.from({ length: 6 }, () => readMedia(counted, filmOf(videos.mp4))))
    expect(found.map((facts) => facts?.duration_ms)).toEqual(Array(6).fill(1200))
    expect(most).toBe(2)
    most = 0
    const mine = filmOf(videos.mp4)
    await Promise.all([1, 2, 3].map(() => readMedia(counted, mine)))
    expect(most).toBe(1)
  })
})

describe('the child process', () => {
  it.each([
    ['what its parent was given', `/proc/${process.pid}/environ`],
    ['what it was given itself', '/proc/self/environ'],
    ['the settings of the gateway', fileURLToPath(new URL('../../../../../../package-lock.json', import.meta.url))],
    ['the passwords of the machine', '/etc/passwd'],
  ])('cannot read %s', async (_, path) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...lookerFlags, '--input-type=module', '--eval', readFile(path)],
      { env: {} },
    )
    expect(stdout).toBe('ERR_ACCESS_DENIED')
  })

  it('cannot start another, or write', async () => {
    const spawning = `import('node:child_process').then(({ execFileSync }) => execFileSync('id'))`
    const writing = `import('node:fs').then(({ writeFileSync }) => writeFileSync('/tmp/eclusa-looker', ''))`
    for (const trying of [spawning, writing]) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...lookerFlags, '--input-type=module', '--eval', `${trying}.catch(({ code }) => process.stdout.write(code))`],
        { env: {} },
      )
      expect(stdout).toBe('ERR_ACCESS_DENIED')
    }
  })

  const readFile = (path: string) =>
    `import('node:fs').then(({ readFileSync }) => readFileSync(${JSON.stringify(path)})).then(
      () => process.stdout.write('read'), ({ code }) => process.stdout.write(code))`
})

import { describe, expect, it } from 'vitest'
import { film } from '../../../../test/support/files.ts'
import { videos } from '../../../../test/support/liveness.ts'
import { type Bytes, type ObjectStore, ObjectStoreUnavailable } from '../../../base/objects/objects.ts'
import { readMedia } from './media.ts'

/** A store of one object, that counts what is read of it and may fail. */
function storeOf(bytes: Buffer, failing = false) {
  const seen = { bytes: 0 }
  async function* read(range: { start: number; end: number }): Bytes & AsyncGenerator<Buffer> {
    if (failing) throw new ObjectStoreUnavailable('it is down')
    const part = bytes.subarray(range.start, range.end + 1)
    seen.bytes += part.length
    yield part
  }
  const objects = { read: async (_key: string, range: { start: number; end: number }) => read(range) }
  return { seen, objects: objects as unknown as ObjectStore }
}

const look = (bytes: Buffer) => readMedia(storeOf(bytes).objects, 'key', bytes.length)

describe('the facts of a film', () => {
  it.each([
    ['mp4', videos.mp4, 'avc'],
    ['QuickTime', videos.mov, 'avc'],
    ['WebM', videos.webm, 'vp8'],
  ])('are read out of %s', async (_, bytes, codec) => {
    expect(await look(bytes)).toEqual({ duration_ms: 1200, codec, width: 240, height: 320 })
  })

  it.each([
    ['boxes and no film', film('isom')],
    ['sound and no pictures', videos.soundOnly],
    ['nothing at all', Buffer.alloc(0)],
    ['noise', Buffer.from('eclusa'.repeat(1_000))],
    ['half an index', videos.mp4.subarray(0, 300)],
  ])('are none of %s', async (_, bytes) => {
    expect(await look(bytes)).toBeUndefined()
  })

  it('take the index of a large film and not all of it', async () => {
    const padding = Buffer.alloc(40_000_000)
    padding.writeUInt32BE(padding.length)
    padding.write('free', 4, 'latin1')
    const large = Buffer.concat([videos.mp4, padding])
    const { seen, objects } = storeOf(large)
    expect(await readMedia(objects, 'key', large.length)).toMatchObject({ duration_ms: 1200 })
    expect(seen.bytes).toBeLessThan(100_000)
  })

  it('are not said to be none when it is the store that fails', async () => {
    const { objects } = storeOf(videos.mp4, true)
    await expect(readMedia(objects, 'key', videos.mp4.length)).rejects.toThrow(ObjectStoreUnavailable)
  })
})

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { boastfulFilm } from '@eclusa/testing/liveness.ts'
import { expect, it } from 'vitest'
import type { ObjectStore } from '../../../platform/object-storage/object-store.ts'
import { readMedia } from './read-media.ts'

const MB = 1_000_000

it.each([60_000_000, 0xffff_ffff])(
  'the facts of a film are none of an index of %i pictures, which harms nobody else',
  async (pictures) => {
    const bytes = boastfulFilm(pictures)
    const read = async (_key: string, { start, end }: { start: number; end: number }) =>
      Readable.from([bytes.subarray(start, end + 1)])
    const objects = { read } as unknown as ObjectStore
    const started = process.memoryUsage().rss
    const seen = { lagMs: 0, rise: 0 }
    let last = performance.now()
    const watch = setInterval(() => {
      seen.lagMs = Math.max(seen.lagMs, performance.now() - last - 10)
      seen.rise = Math.max(seen.rise, process.memoryUsage().rss - started)
      last = performance.now()
    }, 10)
    const found = await Promise.all(
      Array.from({ length: 4 }, () => readMedia(objects, { user_id: randomUUID(), key: 'key', size: bytes.length })),
    )
    clearInterval(watch)
    expect(found).toEqual(Array(4).fill(undefined))
    // In this process it took five seconds and more than a gigabyte. The rest is for machines that do much else.
    expect(seen.lagMs).toBeLessThan(500)
    expect(seen.rise).toBeLessThan(100 * MB)
  },
)

import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ObjectStoreUnavailable } from './object-store.ts'
import { createPartBuffers, PART_BYTES } from './part-buffers.ts'
import { uploadStream } from './s3-upload.ts'

/** A store that accepts everything at once and counts the parts. */
function store() {
  let parts = 0
  const calls = {
    putWhole: async () => {},
    begin: async () => 'upload',
    putPart: async (_: string, PartNumber: number) => {
      parts += 1
      return { PartNumber, ETag: 'e' }
    },
    complete: async () => {},
    abort: async () => {},
  }
  return { calls, parts: () => parts }
}

async function* once(bytes: number) {
  yield Buffer.alloc(bytes)
}

/** Bodies that begin and end only when the test allows it. */
function slowBodies() {
  const ending = new AbortController()
  async function* body() {
    while (!ending.signal.aborted) {
      yield Buffer.from('x')
      await pause(5)
    }
  }
  return { body, end: () => ending.abort() }
}

describe('upload buffers', () => {
  it('a user with many slow bodies leaves buffers for the next user, who uploads at once', async () => {
    const { calls } = store()
    const buffers = createPartBuffers(8, 2_000)
    const slow = slowBodies()
    const uploads = Array.from({ length: 32 }, () => uploadStream(calls, buffers, slow.body(), 'flooding user'))
    await pause(50)
    const began = performance.now()
    await expect(uploadStream(calls, buffers, once(1_000), 'next user')).resolves.toBeUndefined()
    expect(performance.now() - began).toBeLessThan(500)
    slow.end()
    await Promise.all(uploads)
  })

  it('many users that flood do not keep the next one out', async () => {
    const { calls } = store()
    const buffers = createPartBuffers(8, 2_000)
    const slow = slowBodies()
    const uploads: Promise<void>[] = []
    for (const user of ['first', 'second', 'third']) {
      for (let n = 0; n < 16; n += 1) uploads.push(uploadStream(calls, buffers, slow.body(), user))
      await pause(20)
    }
    const began = performance.now()
    await uploadStream(calls, buffers, once(1_000), 'fourth')
    expect(performance.now() - began).toBeLessThan(500)
    slow.end()
    await Promise.all(uploads)
  })

  it('go to a waiting user without a buffer before one that has some', async () => {
    const buffers = createPartBuffers(2, 1_000)
    const first = await buffers.take('a')
    const second = await buffers.take('b')
    const served: string[] = []
    const waiting = ['a', 'a', 'c'].map(async (user) => {
      const buffer = await buffers.take(user)
      served.push(user)
      buffers.give(user, buffer)
    })
    buffers.give('b', second)
    await pause(20)
    expect(served).toEqual(['c'])
    buffers.give('a', first)
    await Promise.all(waiting)
    expect(served).toEqual(['c', 'a', 'a'])
  })

  it('a user that holds its share is refused after the wait, and only that user', async () => {
    const { calls } = store()
    const buffers = createPartBuffers(2, 50)
    const slow = slowBodies()
    const held = uploadStream(calls, buffers, slow.body(), 'a')
    await pause(10)
    await expect(uploadStream(calls, buffers, once(10), 'a')).rejects.toThrow(ObjectStoreUnavailable)
    await uploadStream(calls, buffers, once(10), 'b')
    slow.end()
    await held
  })

  it.each([2, 8])('with %i, a file of many parts and many files of one user all arrive', async (count) => {
    const { calls, parts } = store()
    const buffers = createPartBuffers(count, 5_000)
    await Promise.all(Array.from({ length: 3 }, () => uploadStream(calls, buffers, once(3 * PART_BYTES + 1), 'a')))
    expect(parts()).toBe(12)
  })
})

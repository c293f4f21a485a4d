import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const refuse = () => new Error('no place')

/** Work that records its start and runs until the test ends it. */
function stage(atOnce: number, waitMs = 1_000) {
  const { run } = createSemaphore({ atOnce, waitMs, refuse })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string) =>
    run(name[0]!, async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await pause(5)
  }
  return { ask, end, began }
}

describe('one place for each key', () => {
  it('lets a key that asks for much wait for itself, and another begin at once', async () => {
    const { ask, end, began } = stage(2)
    const asked = ['a1', 'a2', 'a3'].map(ask)
    await pause(5)
    expect(began).toEqual(['a1'])
    void ask('b1')
    await pause(5)
    expect(began).toEqual(['a1', 'b1'])
    await end('a1')
    await end('b1')
    await end('a2')
    await end('a3')
    expect(began).toEqual(['a1', 'b1', 'a2', 'a3'])
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3'])
  })

  it('serves the keys in turn: the last one waits for one call of each, and not for all earlier calls', async () => {
    const { ask, end, began } = stage(1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name)
    await pause(5)
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('rejects a call that waited too long, and removes it from the queue', async () => {
    const { ask, end, began } = stage(1, 30)
    void ask('a1')
    const late = await Promise.allSettled([ask('a2'), ask('b1')])
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    void ask('c1')
    await end('a1')
    expect(began).toEqual(['a1', 'c1'])
    await end('c1')
    void ask('b2')
    await pause(5)
    expect(began).toEqual(['a1', 'c1', 'b2'])
    await end('b2')
  })

  it('frees the place of work that failed', async () => {
    const { run } = createSemaphore({ atOnce: 1, waitMs: 100, refuse })
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(run('a', broken)).rejects.toThrow('broken')
    expect(await run('a', async () => 1)).toBe(1)
  })
})

it('bounds the queue: one call more is rejected at once', async () => {
  const { run, waiting } = createSemaphore({ atOnce: 2, each: () => 2, waiting: 1, waitMs: 60_000, refuse })
  const begun: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = [0, 1, 2, 3].map((n) =>
    run('', async () => {
      begun.push(n)
      await promise
      return n
    }),
  )
  await expect(calls[3]).rejects.toThrow('no place')
  expect(begun).toEqual([0, 1])
  expect(waiting()).toBe(1)
  resolve()
  expect(await Promise.all(calls.slice(0, 3))).toEqual([0, 1, 2])
  expect(waiting()).toBe(0)
})

it('rejects at once where no wait is allowed, by key and in all', async () => {
  const { acquire, release } = createSemaphore({ atOnce: 3, each: () => 2, refuse })
  await acquire('a')
  await acquire('a')
  await expect(acquire('a')).rejects.toThrow('no place')
  await acquire('b')
  await expect(acquire('c')).rejects.toThrow('no place')
  release('a')
  await acquire('c')
})

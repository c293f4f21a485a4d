import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const LONG_MS = 60_000

function open(limitMs = LONG_MS) {
  const inTurn = createKeyedMutex(limitMs)
  const began: string[] = []
  /** Work that ends when the test ends it. */
  const held = (what: string, ...names: string[]) => {
    const until = Promise.withResolvers<void>()
    const done = inTurn(names, async () => {
      began.push(what)
      await until.promise
      return what
    })
    return { done, end: until.resolve, fail: until.reject }
  }
  return { began, held }
}

describe('work by name', () => {
  it('runs in order of arrival for one name, and at once for another', async () => {
    const { began, held } = open()
    const [first, second, third] = [held('first', 'a'), held('second', 'a'), held('third', 'b')]
    await pause(5)
    expect(began).toEqual(['first', 'third'])
    first.end()
    expect(await first.done).toEqual({ result: 'first' })
    await pause(5)
    expect(began).toEqual(['first', 'third', 'second'])
    for (const one of [second, third]) one.end()
    expect(await Promise.all([second.done, third.done])).toEqual([{ result: 'second' }, { result: 'third' }])
  })

  it('of several names waits for all of them, and each of them waits for it', async () => {
    const { began, held } = open()
    const [a, b, both, after] = [held('a', 'a'), held('b', 'b'), held('both', 'a', 'b'), held('after', 'b')]
    await pause(5)
    a.end()
    await pause(5)
    expect(began).toEqual(['a', 'b'])
    b.end()
    await pause(5)
    expect(began).toEqual(['a', 'b', 'both'])
    both.end()
    await pause(5)
    expect(began).toEqual(['a', 'b', 'both', 'after'])
    after.end()
    await after.done
  })

  it('that fails does not block the next', async () => {
    const { held } = open()
    const [first, second] = [held('first', 'a'), held('second', 'a')]
    first.fail(new Error('no'))
    await expect(first.done).rejects.toThrow('no')
    second.end()
    expect(await second.done).toEqual({ result: 'second' })
  })

  it('that waited too long is not done, and the order of the others stays', async () => {
    const { began, held } = open(50)
    const [first, second] = [held('first', 'a'), held('second', 'a')]
    expect(await second.done).toBeUndefined()
    const third = held('third', 'a')
    await pause(5)
    expect(began).toEqual(['first'])
    first.end()
    await first.done
    await pause(5)
    expect(began).toEqual(['first', 'third'])
    third.end()
    await third.done
  })
})

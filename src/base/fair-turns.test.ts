import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openFairTurns } from './fair-turns.ts'

/** Work that says who began, and lasts until it is told to end. */
function stage(atOnceMax: number, waitMs = 1_000) {
  const inTurn = openFairTurns(atOnceMax, waitMs)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string) =>
    inTurn(name[0]!, async () => {
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

describe('turns', () => {
  it('of one who asks for much are one at a time, and another begins at once', async () => {
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
    expect((await Promise.all(asked)).map((done) => done?.result)).toEqual(['a1', 'a2', 'a3'])
  })

  it('go round: who comes last waits for one of each, and not for all that came before', async () => {
    const { ask, end, began } = stage(1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name)
    await pause(5)
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('that did not come in time are told so, and leave nothing in the line', async () => {
    const { ask, end, began } = stage(1, 30)
    void ask('a1')
    expect(await Promise.all([ask('a2'), ask('b1')])).toEqual([undefined, undefined])
    void ask('c1')
    await end('a1')
    expect(began).toEqual(['a1', 'c1'])
    await end('c1')
    void ask('b2')
    await pause(5)
    expect(began).toEqual(['a1', 'c1', 'b2'])
    await end('b2')
  })

  it('go on after work that failed', async () => {
    const inTurn = openFairTurns(1, 100)
    const broken = async () => {
      throw new Error('broken')
    }
    await expect(inTurn('a', broken)).rejects.toThrow('broken')
    expect(await inTurn('a', async () => 1)).toEqual({ result: 1 })
  })
})

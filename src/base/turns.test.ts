import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

it('so much at once, so much in line, and one more is told at once that there is no place', async () => {
  const inTurn = openTurns(2, 60_000, 1)
  const begun: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const works = [0, 1, 2, 3].map((n) =>
    inTurn(async () => {
      begun.push(n)
      await promise
      return n
    }),
  )
  expect(await works[3]).toBeUndefined()
  expect(begun).toEqual([0, 1])
  expect(inTurn.waiting()).toBe(1)
  resolve()
  expect(await Promise.all(works)).toEqual([{ result: 0 }, { result: 1 }, { result: 2 }, undefined])
  expect(inTurn.waiting()).toBe(0)
})

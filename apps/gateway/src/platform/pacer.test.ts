import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPacer } from './pacer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the initial burst passes at once, later callers one by one, and a caller that would wait too long is rejected', async () => {
  const pace = createPacer(10, 3, 2)
  const passed: number[] = []
  const turns = Array.from({ length: 8 }, async (_, n) => {
    if (await pace()) passed.push(n)
    else passed.push(-1)
  })
  await vi.advanceTimersByTimeAsync(0)
  // Three at once and the one whose slot is now. The seventh would be the third that waits.
  expect(passed.toSorted((a, b) => a - b)).toEqual([-1, -1, 0, 1, 2, 3])
  await vi.advanceTimersByTimeAsync(100)
  expect(passed).toContain(4)
  expect(passed).not.toContain(5)
  await vi.advanceTimersByTimeAsync(100)
  expect(passed).toContain(5)
  await Promise.all(turns)
})

it('a pause refills the burst, and no more', async () => {
  const pace = createPacer(10, 2, 0)
  const burst = () => Promise.all(Array.from({ length: 5 }, () => pace()))
  expect(await burst()).toEqual([true, true, true, false, false])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await burst()).toEqual([true, true, true, false, false])
})

import { expect, it } from 'vitest'
import { uuidv7, uuidv7Time } from './ids.ts'

it('is of version 7, of the common variant, and contains its time', () => {
  const at = Date.UTC(2026, 10, 15, 4, 30, 0, 7)
  expect(uuidv7(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidv7Time(uuidv7(at))?.getTime()).toBe(at)
  expect(uuidv7Time(crypto.randomUUID())).toBeUndefined()
})

it('sorts in the order of creation, also within one millisecond', () => {
  const made = Array.from({ length: 2_000 }, () => uuidv7(1_000))
  expect(made.toSorted()).toEqual(made)
  expect(uuidv7(1_001) > made.at(-1)!).toBe(true)
})

it('never repeats, however many are made within one millisecond', () => {
  expect(new Set(Array.from({ length: 20_000 }, () => uuidv7(5))).size).toBe(20_000)
})

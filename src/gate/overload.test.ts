import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openOverload } from './overload.ts'

class Pool extends EventEmitter {
  waitingCount = 0
}
let pool: Pool
let isFull: () => boolean
beforeEach(() => {
  vi.useFakeTimers()
  pool = new Pool()
  isFull = openOverload(pool as unknown as pg.Pool)
})
afterEach(() => void vi.useRealTimers())

/** The line is served, one every so many ms, and as many join it as leave. */
function serve(everyMs: number, forMs: number) {
  for (let passed = 0; passed < forMs; passed += everyMs) {
    vi.advanceTimersByTime(everyMs)
    pool.emit('acquire')
  }
}

it('a burst is let in, up to what no caller would wait for', () => {
  pool.waitingCount = 499
  expect(isFull()).toBe(false)
  pool.waitingCount = 500
  expect(isFull()).toBe(true)
})

it('a line is given time to be gone, unless it is long', () => {
  pool.waitingCount = 299
  expect(isFull()).toBe(false)
  serve(10, 4_990)
  expect(isFull()).toBe(false)
  pool.waitingCount = 300
  expect(isFull()).toBe(true)
  pool.waitingCount = 299
  serve(10, 10)
  expect(isFull()).toBe(true)
  // Shorter than is looked at, but never gone.
  pool.waitingCount = 39
  serve(10, 100)
  pool.waitingCount = 299
  expect(isFull()).toBe(true)
})

it('a line that stays is as long as its pace allows', () => {
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
  serve(1, 5_000)
  expect(isFull()).toBe(true)
  pool.waitingCount = 49
  expect(isFull()).toBe(false)
  // At a quarter of that pace a quarter of the line is as long.
  serve(4, 120)
  expect(isFull()).toBe(true)
  // So few are let in at whatever pace: half of the processes are away, and the one that starts takes what is left of the machine.
  pool.waitingCount = 39
  expect(isFull()).toBe(false)
})

it('a line that was empty has no past', () => {
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
  serve(1, 5_000)
  expect(isFull()).toBe(true)
  pool.waitingCount = 0
  pool.emit('acquire')
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
})

it('a line that nobody leaves is full, one that has only just formed is not, and thirty-nine are always let in', () => {
  vi.advanceTimersByTime(3_600_000)
  pool.waitingCount = 60
  expect(isFull()).toBe(false)
  vi.advanceTimersByTime(3_001)
  expect(isFull()).toBe(true)
  pool.emit('acquire')
  expect(isFull()).toBe(false)
  vi.advanceTimersByTime(3_600_000)
  pool.waitingCount = 39
  expect(isFull()).toBe(false)
  pool.waitingCount = 60
  expect(isFull()).toBe(false)
})

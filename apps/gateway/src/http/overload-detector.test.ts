import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOverloadDetector } from './overload-detector.ts'

class Pool extends EventEmitter {
  waitingCount = 0
}
let pool: Pool
let isFull: () => boolean
beforeEach(() => {
  vi.useFakeTimers()
  pool = new Pool()
  isFull = createOverloadDetector(pool as unknown as pg.Pool)
})
afterEach(() => void vi.useRealTimers())

/** Serves the queue, one every so many ms, with as many arrivals as departures. */
function serve(everyMs: number, forMs: number) {
  for (let passed = 0; passed < forMs; passed += everyMs) {
    vi.advanceTimersByTime(everyMs)
    pool.emit('acquire')
  }
}

it('accepts a burst, up to the longest acceptable wait', () => {
  pool.waitingCount = 499
  expect(isFull()).toBe(false)
  pool.waitingCount = 500
  expect(isFull()).toBe(true)
})

it('gives a queue time to drain, unless it is long', () => {
  pool.waitingCount = 299
  expect(isFull()).toBe(false)
  serve(10, 4_990)
  expect(isFull()).toBe(false)
  pool.waitingCount = 300
  expect(isFull()).toBe(true)
  pool.waitingCount = 299
  serve(10, 10)
  expect(isFull()).toBe(true)
  // Shorter than the observation time, but never empty.
  pool.waitingCount = 39
  serve(10, 100)
  pool.waitingCount = 299
  expect(isFull()).toBe(true)
})

it('limits a lasting queue by its service rate', () => {
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
  serve(1, 5_000)
  expect(isFull()).toBe(true)
  pool.waitingCount = 49
  expect(isFull()).toBe(false)
  // At a quarter of that rate the limit is a quarter as long.
  serve(4, 120)
  expect(isFull()).toBe(true)
  // A minimum that is accepted at any rate: when half of the processes are down, a starting one takes the rest of the CPU.
  pool.waitingCount = 39
  expect(isFull()).toBe(false)
})

it('forgets the past of a queue that was empty', () => {
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
  serve(1, 5_000)
  expect(isFull()).toBe(true)
  pool.waitingCount = 0
  pool.emit('acquire')
  pool.waitingCount = 100
  expect(isFull()).toBe(false)
})

it('rejects when a queue does not move, not when it has just formed, and never below forty', () => {
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

import { expect, it, vi } from 'vitest'
import { count, readLatencies } from './pgbench.ts'

async function* said(...lines: string[]) {
  yield* lines
}

it('counts from the second in which every connection is warm, and marks where it begins and ends', async () => {
  const mark = vi.fn()
  const lines = said(
    'pgbench (15.18, server 18.4)',
    'progress: 1.0 s, 30.0 tps, lat 400.0 ms stddev 20.0, 0 failed',
    'progress: 2.0 s, 90.0 tps, lat 40.0 ms stddev 20.0, 0 failed',
    'progress: 3.0 s, 1000.0 tps, lat 4.0 ms stddev 2.0, 0 failed',
    'progress: 4.5 s, 1200.0 tps, lat 4.0 ms stddev 2.0, 0 failed',
    'progress: 5.5 s, 9999.0 tps, lat 4.0 ms stddev 2.0, 0 failed',
  )
  const outcome = await count(lines, { warm: 100, seconds: 2, mark })
  expect(mark).toHaveBeenCalledTimes(2)
  expect(outcome.seconds).toBeCloseTo(2.5)
  expect(outcome.transactions).toBeCloseTo(1_000 + 1_800)
})

it.each([
  'progress: 1.0 s, 30.0 tps, lat 400.0 ms stddev 20.0, 2 failed',
  'pgbench: error: client 3 script 0 aborted in command 4 query 0: ERROR:  deadlock detected',
])('a floor that fails is none: %s', async (line) => {
  const lines = said(line, 'progress: 2.0 s, 30.0 tps, lat 4.0 ms stddev 2.0, 0 failed')
  await expect(count(lines, { warm: 1, seconds: 1, mark: () => {} })).rejects.toThrow(line)
})

it('one that never warms up says so', async () => {
  await expect(count(said(), { warm: 1, seconds: 1, mark: () => {} })).rejects.toThrow('did not do')
})

it('reads the latency of each statement, and skips the \\set lines', () => {
  const told = `statement latencies in milliseconds and failures:
         0.001           0  \\set target random(1, 10)
         0.080           0  begin;
         0.120           0  select 1;
`
  expect(readLatencies(told)).toEqual([
    { ms: 0.08, said: 'begin;' },
    { ms: 0.12, said: 'select 1;' },
  ])
})

import { expect, inject, it } from 'vitest'
import { failures, killWorkers } from '../drills/kill-worker.ts'

/** A few rounds of the drill, spread over its boundaries. `node drills/kill-worker.ts 200` runs it whole. */
it('workers and APIs killed between two steps with DICT leave one recovery, our state as its, every event once', async () => {
  const verdict = await killWorkers(inject('adminUrl'), 12, () => {})
  expect(failures(verdict), JSON.stringify(verdict)).toEqual([])
  expect(Object.values(verdict.kills).reduce((a, b) => a + b, 0)).toBe(12)
}, 300_000)

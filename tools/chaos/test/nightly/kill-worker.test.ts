import { expect, inject, it } from 'vitest'
import { failures, killWorkers } from '../../kill-worker.ts'

const ROUNDS = 8

/** A few rounds of the drill, spread over its boundaries. `node tools/chaos/kill-worker.ts 200` runs all of it. */
it('workers and APIs killed between two steps with DICT leave one recovery, our state like its, every event once', async () => {
  const verdict = await killWorkers(inject('adminUrl'), ROUNDS, () => {})
  expect(failures(verdict), JSON.stringify(verdict)).toEqual([])
  expect(Object.values(verdict.kills).reduce((a, b) => a + b, 0)).toBe(ROUNDS)
}, 300_000)

import { expect, it } from 'vitest'
import { killApi } from '../../kill-api.ts'

/**
 * A few rounds of the drill, so that a breaking change is noticed the same day. `node tools/chaos/kill-api.ts` runs all of it.
 */
it('a killed API loses no acknowledged write and leaves no partial one', async () => {
  const { rounds, ...counts } = await killApi(1, () => {})
  expect(rounds).toEqual({ 'before-commit': 1, 'before-answer': 1, 'after-answer': 1 })
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBe(0)
})

import { expect, it } from 'vitest'
import { killApi } from '../drills/kill-api.ts'

/** A few rounds of the drill, so that a change which breaks it is noticed the same day. `node drills/kill-api.ts` runs it whole. */
it('a killed API loses nothing it acknowledged and leaves nothing half done', async () => {
  const { rounds, ...counts } = await killApi(2, () => {})
  expect(rounds).toEqual({ 'before-commit': 2, 'before-answer': 2, 'after-answer': 2 })
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBe(0)
}, 120_000)

import { expect, inject, it } from 'vitest'
import { failures, recoverUnderFire } from '../../recoveries-under-faults.ts'

/**
 * A few recoveries of the drill, and DICT hangs for a minute and a half. `npm run drill -- recoveries-under-fire 500` runs
 * all of it.
 */
it('DICT hanging, slow and behind, two workers and kills: each recovery ends as DICT has it, once', async () => {
  const verdict = await recoverUnderFire(inject('adminUrl'), 8, 15, () => {}, 90_000)
  expect(failures(verdict), JSON.stringify(verdict)).toEqual([])
}, 600_000)

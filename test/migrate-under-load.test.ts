import { expect, inject, it } from 'vitest'
import { migrateUnderLoad } from '../drills/scope/migrate-under-load.ts'

/** The drill of `npm run drill -- migrate`, cut short. */
it('records are given their product while the version before goes on writing', async () => {
  const findings = await migrateUnderLoad(inject('adminUrl'), 20_000, () => {})
  expect(findings, JSON.stringify(findings)).toMatchObject({ failed: 0, without_product: 0, with_wrong_product: 0 })
  expect(findings.patches).toBeGreaterThan(20)
  expect(findings.longest_lock_wait_ms).toBeLessThan(1_000)
})

import { expect, inject, it } from 'vitest'
import { endUnderLoad } from '../../grants/grants.ts'

/** The drill of `npm run drill -- grants`, shortened: real deliveries, a real page, real URLs. */
it('nothing is delivered, opened or downloaded once a grant, a product or a user has ended', async () => {
  const found = await endUnderLoad(inject('adminUrl'), 2, () => {})
  expect(found, JSON.stringify(found)).toMatchObject({
    rounds: 6,
    delivered_after: 0,
    opened_after: 0,
    downloaded_after: 0,
  })
  // Without objects in use and anything to revoke, nothing was tested.
  expect(found.delivered_before).toBeGreaterThan(0)
  expect(found.opened_before).toBeGreaterThan(0)
  expect(found.downloaded_before).toBeGreaterThan(0)
})

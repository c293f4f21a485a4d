import { expect, inject, it } from 'vitest'
import { tellOwner } from '../../grants/owners.ts'

/** The drill of `npm run drill -- owners`, shortened. */
it('an owner lists and receives events of its target users, in order and without gaps', async () => {
  const found = await tellOwner(inject('adminUrl'), { targets: 50, events: 1_000, depth: 20 }, () => {})
  expect(found, JSON.stringify(found)).toMatchObject({
    listed: 1_000,
    heard: 1_000,
    never_listed: 0,
    never_heard: 0,
    of_others: 0,
    out_of_order: 0,
    delivery_by_index: true,
  })
})

import { forms, read } from '../parts/search.ts'

/** For whom one acts who acts for somebody else: a target user of a product of one's own. Ids alone. */
export interface Acting {
  product: string
  user: string
}

/** What of an address says so: both, or neither. */
export function readActing(search: Record<string, unknown>): Partial<Acting> {
  const { product, user } = read(search, { product: forms.id, user: forms.id })
  return product && user ? { product, user } : {}
}

let settled: Partial<Acting> | undefined

/**
 * For whom this page acts, as long as it is open. Whoever acts for somebody else does so on a page of its own: nothing that was
 * read for one can be shown, or done, for another.
 */
export const acting = {
  now: (): Acting | undefined => (settled?.product && settled.user ? (settled as Acting) : undefined),
  /** As the first address says. One that says otherwise is another page, and is loaded. */
  async settle(search: Partial<Acting>, href: string): Promise<void> {
    settled ??= search
    if (settled.product === search.product && settled.user === search.user) return
    location.assign(href)
    await new Promise(() => {})
  },
  headers: (): Record<string, string> => {
    const now = acting.now()
    return now ? { 'x-product-uuid': now.product, 'x-product-target-user-uuid': now.user } : {}
  },
}

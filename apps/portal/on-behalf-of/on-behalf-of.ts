import { forms, read } from '../components/search.ts'

/** Acting on behalf of a target user of one's own product. Ids only. */
export interface OnBehalfOf {
  product: string
  user: string
}

/** The parameters of the URL: both, or neither. */
export function readActing(search: Record<string, unknown>): Partial<OnBehalfOf> {
  const { product, user } = read(search, { product: forms.id, user: forms.id })
  return product && user ? { product, user } : {}
}

let settled: Partial<OnBehalfOf> | undefined

/**
 * The user this page acts for, fixed while it is open. Another user needs a new page load, so that no data or act of one
 * user can mix with another's.
 */
export const acting = {
  now: (): OnBehalfOf | undefined => (settled?.product && settled.user ? (settled as OnBehalfOf) : undefined),
  /** From the first URL. A URL with another user reloads the page. */
  async settle(search: Partial<OnBehalfOf>, href: string): Promise<void> {
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

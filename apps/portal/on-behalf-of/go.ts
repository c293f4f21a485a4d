import type { OnBehalfOf } from './on-behalf-of.ts'

/** Loads a page that acts for this user, or for the caller itself. */
export function actFor(whom: OnBehalfOf | undefined): void {
  const search = whom ? `?${new URLSearchParams({ product: whom.product, user: whom.user }).toString()}` : ''
  location.assign(`${import.meta.env.BASE_URL}endpoints${search}`)
}

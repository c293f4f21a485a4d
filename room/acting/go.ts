import type { Acting } from './acting.ts'

/** A page that acts for this user, or for oneself. */
export function actFor(whom: Acting | undefined): void {
  const search = whom ? `?${new URLSearchParams({ product: whom.product, user: whom.user }).toString()}` : ''
  location.assign(`${import.meta.env.BASE_URL}endpoints${search}`)
}

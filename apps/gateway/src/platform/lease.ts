/**
 * How long a worker without renewal keeps its lease. A live worker renews it every LEASE_RENEWAL_MS, and the lease of a dead one
 * expires. Measured by the database's clock, which all workers share.
 */
export const LEASE_MS = 15_000
export const LEASE_RENEWAL_MS = 4_000

/** Does the work and renews the lease meanwhile. `renew` does not throw. */
export async function whileRenewing<T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const beat = setInterval(() => void renew(), LEASE_RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

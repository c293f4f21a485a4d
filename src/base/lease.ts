/**
 * How long a worker that says nothing keeps what it holds. One that lives says so every LEASE_RENEWAL_MS; what a dead
 * one held is free again by the end of the lease. Counted by the database's clock, the one that every worker shares.
 */
export const LEASE_MS = 15_000
export const LEASE_RENEWAL_MS = 4_000

/** Does the work, and says all the while that whoever does it lives. `renew` does not throw. */
export async function whileRenewing<T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const beat = setInterval(() => void renew(), LEASE_RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

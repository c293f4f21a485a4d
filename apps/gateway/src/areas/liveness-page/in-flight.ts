import { PageRefusal } from './page-rejection.ts'

/**
 * Single-flight: one operation at a time for each liveness, with a limit for the process. Requests for the same upload
 * share the running operation; a request for another upload is rejected and must be retried. Other processes are not
 * coordinated: each runs the operation at most once, and the lock of the onboarding orders them. A shared marker would
 * have to be cleaned up after every process that crashed.
 */
export function createInFlightLimiter<T>(atOnceMax: number) {
  const flying = new Map<string, { what: string; result: Promise<T> }>()

  return (liveness_id: string, what: string, work: () => Promise<T>): Promise<T> => {
    const there = flying.get(liveness_id)
    if (there?.what === what) return there.result
    if (there || flying.size >= atOnceMax) throw new PageRefusal(429, 'BUSY')
    const result = work().finally(() => flying.delete(liveness_id))
    flying.set(liveness_id, { what, result })
    return result
  }
}

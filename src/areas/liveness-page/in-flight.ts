import { PageRefusal } from './refusal.ts'

/**
 * Work of which there is one at a time for each liveness, and so much in this process. Whoever asks for the very same
 * shares what is under way; whoever asks for another is asked to come back. Other processes are not asked: each does the
 * work once at most, and under the lock of the onboarding one of them is first. A marker that all could see would have to
 * be cleared away after every process that died with it.
 */
export function openInFlight<T>(atOnceMax: number) {
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

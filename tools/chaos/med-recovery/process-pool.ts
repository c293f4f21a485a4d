import type { ApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import type { RecoveryDrillEnvironment, Victim } from './stage.ts'

/** Processes for the drill. Each killed one is replaced while the drill continues. */
export interface Fleet {
  /** Running processes that may be killed. */
  victims: Set<Victim>
  /** The API that may be killed, once there is one. */
  api(): Promise<Victim<ApiProcess>>
  kill(victim: Victim): Promise<void>
  close(): Promise<void>
}

export async function createProcessPool(stage: RecoveryDrillEnvironment, workers: number): Promise<Fleet> {
  const victims = new Set<Victim>()
  const starting = new Set<Promise<unknown>>()

  function start<V extends Victim>(begin: () => Promise<V>): Promise<V> {
    const started = begin().then((victim) => {
      victims.add(victim)
      starting.delete(started)
      return victim
    })
    starting.add(started)
    return started
  }

  const startApi = () => start(() => stage.startApi())
  const startWorker = () => start(() => stage.startWorker())
  let api = startApi()
  for (let n = 0; n < workers; n += 1) void startWorker()
  await Promise.all(starting)
  return {
    victims,
    api: () => api,
    async kill(victim) {
      victims.delete(victim)
      // Later callers get the next API.
      if (victim.isApi) api = startApi()
      else void startWorker()
      await victim.die()
    },
    async close() {
      await Promise.all(starting)
      await Promise.all([...victims].map((victim) => victim.die()))
    },
  }
}

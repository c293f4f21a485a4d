import { setTimeout as pause } from 'node:timers/promises'
import { both } from '@eclusa/gateway/src/platform/language.ts'
import type { FaultInjectionFault } from './fault.ts'
import { age } from './time-travel.ts'

const TWO_HOURS = 7_200
/** After this time no work that started by the wrong clock is still running. */
const ENDED_MS = 3_000

const wrong = (whose: 'database' | 'host', way: 'ahead' | 'behind'): FaultInjectionFault => ({
  name: `${whose}-clock-${way}`,
  what: both(
    `o relógio ${whose === 'database' ? 'do banco' : 'de uma máquina com uma API e um worker'} está duas horas ${way === 'ahead' ? 'adiantado' : 'atrasado'}`,
    `the clock of ${whose === 'database' ? 'the database' : 'one host with an API and a worker'} is two hours ${way}`,
  ),
  on: 'own clocks',
  heals:
    whose === 'database' && way === 'ahead'
      ? 'it is set right; what was due by it is done when the two hours have passed, which nobody sits out here'
      : 'it is set right',
  lastsMs: 8_000,
  // An upload URL is signed by the clock of one host and verified by that of another: with hours of skew it is rejected. For
  // an API whose clock is behind, every token was issued in the future.
  ...(whose === 'host' && { mix: { files: 0 }, byApiKey: true as const }),
  // PostgreSQL times its timeouts by that clock: when it jumps forward, all waiting statements time out.
  longestMs: whose === 'database' ? 1_000 : 0,
  sees: /disagree on the time/,
  async begin(fire) {
    const clock = fire.clocks![whose]
    clock.set(way === 'ahead' ? TWO_HOURS : -TWO_HOURS)
    return async () => {
      clock.set(0)
      if (whose !== 'database' || way !== 'ahead') return
      await pause(ENDED_MS)
      await age(fire, '2 hours')
    }
  },
})

export const faultsOfClocks = [
  wrong('database', 'ahead'),
  wrong('database', 'behind'),
  wrong('host', 'ahead'),
  wrong('host', 'behind'),
]

import type { Text } from '@eclusa/gateway/src/platform/language.ts'
import type { Trouble } from '../alerts/fault.ts'
import type { Fire } from './environment.ts'
import type { GroundName } from './environments.ts'
import type { Pace } from './generator.ts'
import type { Mix } from './plan.ts'

/** A fault injected while callers write, and its requirements on the gateway. */
export interface FaultInjectionFault extends Pick<Trouble<Fire>, 'begin'> {
  name: string
  what: Text
  on: GroundName
  /** How it ends: by itself, or by an action. */
  heals: string
  /** Its duration; a seed varies it by a fifth. One that ends by itself lasts no longer. */
  lastsMs: number
  /** The longest time in which four of five requests may fail. At 0 none may. */
  longestMs: number
  /** With failover: the longest time until the last 503, while the fault lasts. */
  noticedMs?: number
  /** What the operator sees, in /readyz of a process or in a log. Absent where the operator has nothing to do. */
  sees?: RegExp
  /** The callers' mix of operations, where it is not the usual. */
  mix?: Partial<Mix>
  /** Callers use API keys: the fault makes the gateway reject every token, which is not tested here. */
  byApiKey?: true
  /** The rate of requests during the fault. */
  pace?: Partial<Pace>
  /** Whether some requests must fail: a fault without any effect did not happen. */
  felt?: true
  /** A control without a fault: no effect at all is allowed. */
  isQuiet?: true
}

/** The share by which the seed varies durations. */
export const GIVE = 0.2

/** A fault that no request met did not happen. */
export function wasMet(times: number): void {
  if (times === 0) throw new Error('nobody met it')
}

/** For faults that end by themselves, and irreversible ones. */
export const nothing = async (): Promise<void> => {}

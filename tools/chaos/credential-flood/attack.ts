import type { FloodEnvironment } from './stage.ts'

/**
 * An attack on availability by unauthenticated callers, or by one tenant among many. One file each, and one line in
 * `run.ts`.
 *
 * A known caller works before and during the attack; the duration of its requests is measured.
 */
export interface Attack {
  /** The attack, as described in the drill's output. */
  name: string
  /** Settings of the gateway that this attack needs, over those of every drill. */
  settings?: Record<string, string>
  /** The known caller's work, where that is not reading and changing an account. */
  caller?: (stage: FloodEnvironment) => Promise<Caller>
  /** Its rate, where it is not the default. */
  perSecond?: number
  /** Starts the attack. It continues until it is stopped, and then returns its result. */
  begin: (stage: FloodEnvironment) => Promise<{ end(): Promise<FloodReport> }>
}

/** One request of a known caller, from sending to the result it waits for. */
export type Caller = () => Promise<{ refused: boolean }>

export interface FloodReport {
  /** The responses to the attackers, such as `429 x 12000`: without responses nothing was attacked. */
  answers: Record<string, number>
}

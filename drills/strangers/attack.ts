import type { Stage } from './stage.ts'

/**
 * Something that strangers, or one tenant among many, do to the gateway. One file each, and one line in `run.ts`.
 *
 * Alone and then during the attack a known caller works on; how long each of its requests takes is what is judged.
 */
export interface Attack {
  /** What is attacked and how, as the line of the drill says it. */
  name: string
  /** Settings of the gateway that this attack needs, over those of every drill. */
  settings?: Record<string, string>
  /** What the known caller does, where that is not to read and to change an account. */
  caller?: (stage: Stage) => Promise<Caller>
  /** How many of those a second, where not as many as of every caller. */
  perSecond?: number
  /** Begins the attack. It goes on until it is ended, and then tells what became of it. */
  begin: (stage: Stage) => Promise<{ end(): Promise<Told> }>
}

/** One request of a known caller, from its sending to whatever it waits for. */
export type Caller = () => Promise<{ refused: boolean }>

export interface Told {
  /** How the attackers were answered, such as `429 x 12000`: without answers nothing was attacked. */
  answers: Record<string, number>
}

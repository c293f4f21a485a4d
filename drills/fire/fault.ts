import type { Text } from '../../src/base/language.ts'
import type { Trouble } from '../alerts/trouble.ts'
import type { Pace } from './generator.ts'
import type { GroundName } from './grounds.ts'
import type { Mix } from './plan.ts'
import type { Fire } from './stage.ts'

/** Something that goes wrong while callers write, and what is asked of a gateway to which it happens. */
export interface Fault extends Pick<Trouble<Fire>, 'begin'> {
  name: string
  what: Text
  on: GroundName
  /** How it ends: by itself, or by what somebody does. */
  heals: string
  /** How long it lasts, more or less: a seed makes it a fifth longer or shorter. What ends by itself lasts no longer. */
  lastsMs: number
  /** The longest time in which four of five requests may fail. At 0 none may. */
  longestMs: number
  /** Where another serves as well: so long until nobody is told to come back any more, though it lasts. */
  noticedMs?: number
  /** What the operator sees of it: in /readyz of some process, or in a log. Nothing, where there is nothing to act on. */
  sees?: RegExp
  /** What callers do, where it is not the usual. */
  mix?: Partial<Mix>
  /** Callers send an API key: the fault makes the gateway refuse every token, which is not what is looked at here. */
  byApiKey?: true
  /** How they hurry while it lasts. */
  pace?: Partial<Pace>
  /** Whether somebody must have been told to come back: what nobody feels did not happen. */
  felt?: true
  /** Whether it is none: then nobody may see anything at all. */
  isQuiet?: true
}

/** So much longer or shorter than it says, of itself. */
export const GIVE = 0.2

/** What nobody came upon did not happen. */
export function wasMet(times: number): void {
  if (times === 0) throw new Error('nobody met it')
}

/** For what ends by itself, and for what cannot be taken back. */
export const nothing = async (): Promise<void> => {}

import type { Schemas } from '../contract/client.ts'
import type { Tone } from '../parts/badge.tsx'

export type Entry = Schemas['TimelineEntry']

/** Whose story is told. A step has that of its onboarding. */
export interface StoryKey {
  kind:
    | 'infraction'
    | 'refund'
    | 'recovery'
    | 'unclaimed_report'
    | 'unclaimed_refund'
    | 'client'
    | 'account'
    | 'onboarding'
  id: string
  user_id?: string
}

/** How a kind of case says what happened to it. What people of the desk did is said in the same words for all. */
export interface Teller {
  /** What was noted, or told to others. */
  told: (entry: Entry) => { what: string; by: string; tone?: Tone }
  /** The word for a state that somebody put it in. */
  status: (status: string) => string
  /** Of which part of it the entry is. */
  part?: (entry: Entry) => (string | undefined)[]
}

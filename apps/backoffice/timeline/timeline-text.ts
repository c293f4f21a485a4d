import type { Variant } from '@eclusa/ui/components/badge.tsx'
import type { Schemas } from '../api/client.ts'

export type ShownTimelineEntry = Schemas['TimelineEntry']

/** The subject of the timeline. A step has that of its onboarding. */
export interface TimelineKey {
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

/** Timeline texts of a kind of case. Acts of staff have the same texts for all. */
export interface TimelineFormatter {
  /** Recorded changes and events. */
  told: (entry: ShownTimelineEntry) => { what: string; by: string; tone?: Variant }
  /** The name of a state that a person set. */
  status: (status: string) => string
  /** The part of the case that the entry is about. */
  part?: (entry: ShownTimelineEntry) => (string | undefined)[]
}

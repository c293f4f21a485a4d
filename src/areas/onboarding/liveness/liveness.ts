import { nextVersion } from '../../../base/version.ts'
import type { LivenessMethod } from '../onboarding.ts'

/**
 *   PENDING             no link yet, or a video was received and waits for its turn
 *   WAITING_SUBMISSION  a link was given out, or a video may be sent again
 *   IN_ANALYSIS         submitted; nothing more is taken
 *   APPROVED, REJECTED  decided
 */
export const livenessStatuses = ['PENDING', 'WAITING_SUBMISSION', 'IN_ANALYSIS', 'APPROVED', 'REJECTED'] as const
export type LivenessStatus = (typeof livenessStatuses)[number]

/** The proof that a face is a living person's: one for each person to be seen. */
export interface Liveness {
  id: string
  onboarding_id: string
  /** Null when it is the person who is being onboarded. */
  legal_representative_id: string | null
  status: LivenessStatus
  method: LivenessMethod
  /** Which of its addresses is good. A new one ends the others. */
  generation: number
  revoked_at: string | null
  /** How many videos the page took in. */
  attempts: number
  submitted_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export function livenessStepped(stored: Liveness, changes: Partial<Liveness>, now: Date): Liveness {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}

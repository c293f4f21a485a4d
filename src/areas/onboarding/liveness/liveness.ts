import Type from 'typebox'
import { uuidv7 } from '../../../base/ids.ts'
import type { OfProduct, Stored } from '../../../gate/records.ts'
import { DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import { isOverdue, livenessMethods, type Onboarding } from '../onboarding.ts'
import { hasEnded } from '../status.ts'

/**
 *   PENDING             no link yet, or a video was received and waits for its turn
 *   WAITING_SUBMISSION  a link was given out, or a video may be sent again
 *   IN_ANALYSIS         submitted; nothing more is taken
 *   APPROVED, REJECTED  decided
 */
export const livenessStatuses = ['PENDING', 'WAITING_SUBMISSION', 'IN_ANALYSIS', 'APPROVED', 'REJECTED'] as const

export const LivenessRecord = Type.Object({
  id: Uuid,
  onboarding_id: Uuid,
  /** Absent when it is the person who is being onboarded. */
  legal_representative_id: Type.Optional(Uuid),
  status: openEnum(livenessStatuses),
  method: openEnum(livenessMethods),
  /** Which of its addresses is good. A new one ends the others. */
  generation: Type.Integer(),
  revoked_at: Type.Optional(DateTime),
  /** How many videos the page took in. */
  attempts: Type.Integer(),
  submitted_at: Type.Optional(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})

/** The proof that a face is a living person's: one for each person to be seen. */
export type Liveness = Stored<typeof LivenessRecord, OfProduct>

type Begun = Pick<
  Liveness,
  'product_id' | 'onboarding_id' | 'legal_representative_id' | 'status' | 'method' | 'submitted_at'
>

/** Its first version is the first of which anybody is told: that a video came, or that its address was ended or renewed. */
export function newLiveness(begun: Begun, now: Date): Liveness {
  const at = now.toISOString()
  const fresh = { generation: 1, revoked_at: null, attempts: 0, version: 0, created_at: at, updated_at: at }
  return { ...begun, ...fresh, id: uuidv7(now.getTime()) }
}

/** Whether the page of a liveness opens. The API gives out no other address than one that does. */
export function isOpen(onboarding: Onboarding, { method, status, revoked_at }: Liveness, now: Date): boolean {
  const waits = method === 'LINK' && status === 'WAITING_SUBMISSION' && !revoked_at
  return waits && !hasEnded(onboarding.status) && !isOverdue(onboarding, now)
}

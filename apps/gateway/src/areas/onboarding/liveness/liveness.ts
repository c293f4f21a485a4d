import Type from 'typebox'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { DateTime, openEnum, Uuid } from '../../../http/schema.ts'
import { uuidv7 } from '../../../platform/ids.ts'
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
  /** Absent for the person who is being onboarded. */
  legal_representative_id: Type.Optional(Uuid),
  status: openEnum(livenessStatuses),
  method: openEnum(livenessMethods),
  /** The valid generation of its links. A new link invalidates the others. */
  generation: Type.Integer(),
  revoked_at: Type.Optional(DateTime),
  /** The number of videos that the page received. */
  attempts: Type.Integer(),
  submitted_at: Type.Optional(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})

/** The proof that a person is alive and present: one record for each person to be checked. */
export type Liveness = StoredRecord<typeof LivenessRecord, OfProduct>

type NewLiveness = Pick<
  Liveness,
  'product_id' | 'onboarding_id' | 'legal_representative_id' | 'status' | 'method' | 'submitted_at'
>

/** The first version is the first one with an event: a received video, or a revoked or renewed link. */
export function newLiveness(begun: NewLiveness, now: Date): Liveness {
  const at = now.toISOString()
  const fresh = { generation: 1, revoked_at: null, attempts: 0, version: 0, created_at: at, updated_at: at }
  return { ...begun, ...fresh, id: uuidv7(now.getTime()) }
}

/** Whether the page of a liveness opens. The API returns only links that open. */
export function isOpen(onboarding: Onboarding, { method, status, revoked_at }: Liveness, now: Date): boolean {
  const waits = method === 'LINK' && status === 'WAITING_SUBMISSION' && !revoked_at
  return waits && !hasEnded(onboarding.status) && !isOverdue(onboarding, now)
}

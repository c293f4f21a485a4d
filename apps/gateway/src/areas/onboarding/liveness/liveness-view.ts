import Type, { type Static } from 'typebox'
import { DateTime, openEnum } from '../../../http/schema.ts'
import { livenessMethods, type Onboarding } from '../onboarding.ts'
import type { LivenessAddresses } from './address.ts'
import { isOpen, type Liveness, livenessStatuses } from './liveness.ts'

export interface LivenessServices {
  livenessAddresses: LivenessAddresses
}

export const shownMembers = {
  status: openEnum(livenessStatuses),
  method: openEnum(livenessMethods),
  url: Type.Optional(
    Type.String({
      description:
        'The page that the person opens, while the link is active. The link allows its holder to act as the person: send it only to them.',
    }),
  ),
  submitted_at: Type.Optional(DateTime),
}

const Shown = Type.Object(shownMembers)

/** A liveness as the API shows it. One without a row is PENDING. */
export function shownLiveness(
  addresses: LivenessAddresses,
  user_id: string,
  onboarding: Onboarding,
  liveness: Liveness | undefined,
  now: Date,
): Static<typeof Shown> {
  if (!liveness) return { status: 'PENDING', method: onboarding.liveness_method ?? 'LINK' }
  const { id: liveness_id, onboarding_id, generation, status, method, submitted_at } = liveness
  return {
    status,
    method,
    ...(isOpen(onboarding, liveness, now) && {
      url: addresses.urlOf({ user_id, onboarding_id, liveness_id, generation }),
    }),
    ...(submitted_at && { submitted_at }),
  }
}

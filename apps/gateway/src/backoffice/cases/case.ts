import Type, { type Static } from 'typebox'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import type { deskSettings } from '../settings.ts'
import { type CaseKind, caseKindNames } from './case-kind.ts'

/** Dependencies of the operations on cases. */
export interface CaseServices {
  settings: Settings<typeof deskSettings>
  deskKeys: KeyRing
  caseKinds: CaseKind[]
}

export const CaseReply = Type.Object(
  {
    kind: openEnum(caseKindNames),
    id: Uuid,
    user_id: Type.Optional({ ...Uuid, description: 'The user of the record. Absent for an unmatched case.' }),
    under_id: Type.Optional({ ...Uuid, description: 'The client of an account, the onboarding of a step.' }),
    deadline: Type.String({
      format: 'date-time',
      description: 'By the rules of Pix or, without such a rule, by DESK_REVIEW_HOURS.',
    }),
    amount: Type.Optional(Type.Integer({ description: 'Cents.' })),
    opened_at: DateTime,
    status: Type.String({ description: 'The status of its record.' }),
    version: Type.Optional(Type.Integer({ description: 'The version to send with a decision.' })),
    waiting: Type.Boolean({ description: 'Whether the case is pending.' }),
    decidable: Type.Boolean({
      description:
        'Whether an analyst can decide it now: the kind has a decision, the case is pending, and no request waits for an approval.',
    }),
    assigned_to: Type.Optional(Type.String({ description: 'The id of the assignee.' })),
    assigned_name: Type.Optional(Type.String()),
    topic: Type.Optional(
      Type.String({ description: 'The subject: the reason of a report, the name of a step, a country.' }),
    ),
    subject: Type.Optional(Type.String({ description: 'The initials of the person: the name is in the case.' })),
    proposal_id: Type.Optional({ ...Uuid, description: 'The operation that waits for an approval.' }),
    proposed_by: Type.Optional(
      Type.String({ description: 'The id of the person who requested it, and cannot approve it.' }),
    ),
    proposed_by_name: Type.Optional(Type.String()),
  },
  { title: 'Case' },
)

/** A case as it is read. */
export type Case = {
  [Name in keyof Static<typeof CaseReply>]-?: undefined extends Static<typeof CaseReply>[Name]
    ? Exclude<Static<typeof CaseReply>[Name], undefined> | null
    : Static<typeof CaseReply>[Name]
}

import Type, { type Static } from 'typebox'
import type { Settings } from '../../base/config/settings.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
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
    user_id: Type.Optional({ ...Uuid, description: 'Whose it is. Absent where no ledger has told.' }),
    under_id: Type.Optional({ ...Uuid, description: 'The client of an account, the onboarding of a step.' }),
    deadline: Type.String({
      format: 'date-time',
      description: 'By the rules of Pix, or by DESK_REVIEW_HOURS where there are none.',
    }),
    amount: Type.Optional(Type.Integer({ description: 'Cents.' })),
    opened_at: DateTime,
    status: Type.String({ description: 'As its own record has it.' }),
    version: Type.Optional(Type.Integer({ description: 'What a decision has to name.' })),
    waiting: Type.Boolean({ description: 'Whether it waits for somebody at the desk.' }),
    decidable: Type.Boolean({
      description:
        'Whether an analyst can decide it now: the kind has a decision, it waits, and no proposal waits for an approval.',
    }),
    assigned_to: Type.Optional(Type.String({ description: 'The id of the person who has it in hand.' })),
    assigned_name: Type.Optional(Type.String()),
    topic: Type.Optional(
      Type.String({ description: 'What it is about: the reason of a report, the name of a step, a country.' }),
    ),
    subject: Type.Optional(Type.String({ description: 'Whom it is about, by initials: the name is in the case.' })),
    proposal_id: Type.Optional({ ...Uuid, description: 'What is proposed and waits for a second pair of eyes.' }),
    proposed_by: Type.Optional(Type.String({ description: 'The id of who proposed it, and cannot approve it.' })),
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

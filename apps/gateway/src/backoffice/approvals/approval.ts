import Type from 'typebox'
import { closedEnum, DateTime, openEnum, Uuid } from '../../http/schema.ts'
import type { Person } from '../auth/person.ts'
import { withMaskedWords } from '../masked.ts'
import { mayReveal } from '../role.ts'

export const proposalStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'STALE', 'LAPSED'] as const

export const ProposalPath = Type.Object({ proposal_id: Uuid })

const Somebody = (description: string) => Type.String({ description })

const members = {
  id: Uuid,
  operation: Type.String({ description: 'The requested backoffice operation.' }),
  decision: Type.String({ description: 'The kind of decision.' }),
  subject_type: Type.String(),
  subject_id: Type.String(),
  user_id: Type.Optional(Uuid),
  amount: Type.Optional(Type.Integer({ description: 'In cents.' })),
  reason: Type.Optional(Type.String({ description: 'The reason of the request.' })),
  changes: Type.Record(Type.String(), Type.Unknown(), {
    description: 'States and ids before and after, as they would have been at the time of the request.',
  }),
  proposed_by: Somebody('The name at the identity provider.'),
  proposed_by_name: Type.String(),
  status: openEnum(proposalStatuses),
  created_at: DateTime,
  lapses_at: Type.String({ format: 'date-time', description: 'From then on nobody can approve it.' }),
  ended_at: Type.Optional(DateTime),
  ended_by: Type.Optional(Somebody('The name at the identity provider.')),
  ended_by_name: Type.Optional(Type.String()),
  ended_reason: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.String({ description: 'Why it could no longer be carried out: the code of an error.' })),
}

export const ProposalReply = Type.Object(members, { title: 'Proposal' })

/** The result of a dry run now. */
const Prospect = Type.Object(
  {
    stands: Type.Boolean({ description: 'Whether it would be carried out if it were approved now.' }),
    refusal: Type.Optional(Type.String({ description: 'The code of the error that it would return.' })),
    changes: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The change that it would make now, before and after.',
      }),
    ),
  },
  { title: 'Prospect' },
)

export const ProposalCaseReply = Type.Object(
  {
    ...members,
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'The ids that the operation names.' }),
    body: Type.Optional(
      Type.Unknown({
        description:
          'The content of the request, shown only to approvers and the requester: it may contain personal data.',
      }),
    ),
    now: Type.Optional(Prospect),
  },
  { title: 'ProposalCase' },
)

export const statusFilter = closedEnum(proposalStatuses, 'Only this state; PENDING when absent.')

export interface Proposal {
  id: string
  operation: string
  decision: string
  params: Record<string, string>
  subject_type: string
  subject_id: string
  user_id: string | null
  amount: number | null
  reason: string | null
  changes: Record<string, unknown>
  proposed_by: string
  proposed_by_name: string
  status: (typeof proposalStatuses)[number]
  created_at: string
  lapses_at: string
  ended_at: string | null
  ended_by: string | null
  ended_by_name: string | null
  ended_reason: string | null
  refusal: string | null
}

/** Its encrypted part: the input, and the old personal values. */
export interface EncryptedApproval {
  body: unknown
  sealed: Record<string, unknown>
}

/**
 * Reasons may name anyone: the proposer and roles that may reveal read them as written, everyone else masked, as in the
 * timeline.
 */
export const seenBy = <Row extends Pick<Proposal, 'proposed_by'>>(person: Person, proposal: Row): Row =>
  mayReveal(person) || proposal.proposed_by === person.id ? proposal : withMaskedWords(proposal)

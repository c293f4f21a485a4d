import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { closedEnum } from '../../http/schema.ts'
import { deskRoute } from '../backoffice-route.ts'
import { proposalLookers } from '../role.ts'
import { ProposalReply, seenBy, statusFilter } from './approval.ts'
import { listProposalsBy } from './approval-store.ts'

export const listProposals = deskRoute({
  name: 'listProposals',
  summary: 'List approval requests, earliest expiry first',
  method: 'GET',
  path: '/v1/proposals',
  roles: proposalLookers,
  query: PageQuery(['lapses_at'], {
    order: Type.Optional(
      Type.Unsafe<'asc' | 'desc'>({
        ...closedEnum(['asc', 'desc'], 'Earliest expiry first when absent.'),
        default: 'asc',
      }),
    ),
    status: Type.Optional(statusFilter),
    decision: Type.Optional(Type.String({ maxLength: 100, description: 'Only this kind.' })),
    subject_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only about this record.' })),
  }),
  reply: { 200: PageReply(ProposalReply) },
  errors: [],

  handle: ({ query: { status, decision, subject_id }, person, now, list }) =>
    list(async (tx, page) =>
      (await listProposalsBy(tx, { status, decision, subject_id }, now, page)).map((one) => seenBy(person, one)),
    ),
})

import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { proposalLookers } from '../role.ts'
import { ProposalCaseReply, ProposalPath, seenBy } from './approval.ts'
import { findProposal } from './approval-store.ts'
import { proposalNotFound } from './errors.ts'

/** What an approver reads: the input, the proposer, and the result of a dry run now. */
export const getProposal = deskRoute({
  name: 'getProposal',
  summary: 'Get an approval request, with what it would change if it were approved now',
  method: 'GET',
  path: '/v1/proposals/:proposal_id',
  roles: proposalLookers,
  params: ProposalPath,
  reply: { 200: ProposalCaseReply },
  errors: [proposalNotFound],

  async handle({ params, person, now, look, proposed }) {
    const stored = found(await look((tx) => findProposal(tx, params.proposal_id, now)), proposalNotFound)
    const { sealed: _, ...proposal } = stored
    const { body, prospect } = proposed(stored)
    const shown = person.roles.includes('approver') || proposal.proposed_by === person.id
    return {
      ...seenBy(person, proposal),
      ...(shown && { body }),
      ...(proposal.status === 'PENDING' && { now: await prospect() }),
    }
  },
})

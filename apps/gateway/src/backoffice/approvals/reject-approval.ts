import { found } from '../../platform/errors/fault.ts'
import { freshLoginNeeded } from '../auth/errors.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { ProposalPath, ProposalReply } from './approval.ts'
import { findProposal } from './approval-store.ts'
import { endingOf } from './close-approval.ts'
import { personNeeded, proposalEnded, proposalNotFound, proposalOwn } from './errors.ts'

export const declineProposal = deskRoute({
  name: 'declineProposal',
  summary: 'Decline the request of another person',
  method: 'POST',
  path: '/v1/proposals/:proposal_id/decline',
  roles: ['approver'],
  peopleOnly: true,
  freshLogin: true,
  params: ProposalPath,
  body: Reasoned,
  example: { reason: 'the statement is of another month' },
  reply: { 200: ProposalReply },
  errors: [personNeeded, freshLoginNeeded, proposalNotFound, proposalOwn, proposalEnded],

  async handle({ params, body: { reason }, person, now, look, act }) {
    const proposal = found(await look((tx) => findProposal(tx, params.proposal_id, now)), proposalNotFound)
    if (proposal.proposed_by === person.id) throw proposalOwn()
    return act(endingOf(proposal, { status: 'DECLINED', by: person, reason }))
  },
})

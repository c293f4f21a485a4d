import { found } from '../../base/errors/fault.ts'
import { deskRoute } from '../desk-route.ts'
import { freshLoginNeeded } from '../people/errors.ts'
import { Reasoned } from '../reason.ts'
import { endingOf } from './end-proposal.ts'
import { personNeeded, proposalEnded, proposalNotFound, proposalOwn } from './errors.ts'
import { ProposalPath, ProposalReply } from './proposal.ts'
import { findProposal } from './proposal-store.ts'

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

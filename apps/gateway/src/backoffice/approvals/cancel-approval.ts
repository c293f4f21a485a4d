import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { ProposalPath, ProposalReply } from './approval.ts'
import { findProposal } from './approval-store.ts'
import { endingOf } from './close-approval.ts'
import { proposalEnded, proposalNotFound, proposalOfAnother } from './errors.ts'

export const withdrawProposal = deskRoute({
  name: 'withdrawProposal',
  summary: 'Withdraw your own approval request',
  method: 'POST',
  path: '/v1/proposals/:proposal_id/withdraw',
  roles: ['analyst', 'operator'],
  params: ProposalPath,
  body: Reasoned,
  example: { reason: 'requested for the wrong account' },
  reply: { 200: ProposalReply },
  errors: [proposalNotFound, proposalOfAnother, proposalEnded],

  async handle({ params, body: { reason }, person, now, look, act }) {
    const proposal = found(await look((tx) => findProposal(tx, params.proposal_id, now)), proposalNotFound)
    if (proposal.proposed_by !== person.id) throw proposalOfAnother()
    return act(endingOf(proposal, { status: 'WITHDRAWN', by: person, reason }))
  },
})

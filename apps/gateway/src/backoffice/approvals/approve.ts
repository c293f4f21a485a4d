import Type from 'typebox'
import { found } from '../../platform/errors/fault.ts'
import { freshLoginNeeded } from '../auth/errors.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { ProposalPath, ProposalReply } from './approval.ts'
import { findProposal } from './approval-store.ts'
import { refuseEnded } from './close-approval.ts'
import { personNeeded, proposalEnded, proposalNotFound, proposalOwn, proposalStale } from './errors.ts'

const ApprovalReply = Type.Object(
  {
    proposal: ProposalReply,
    result: Type.Optional(Type.Unknown({ description: 'The response of the operation.' })),
    followed: Type.Optional(
      Type.Object(
        { code: Type.String() },
        {
          additionalProperties: true,
          description:
            'The operation was carried out, but a later call to an external system was rejected or got no response: the code and the text of that error.',
        },
      ),
    ),
  },
  { title: 'Approval' },
)

/** Carries out the proposed operation. It requires the role of this operation, and not that of the proposed one. */
export const approveProposal = deskRoute({
  name: 'approveProposal',
  summary: 'Approve the request of another person, which carries it out',
  method: 'POST',
  path: '/v1/proposals/:proposal_id/approve',
  roles: ['approver'],
  peopleOnly: true,
  freshLogin: true,
  params: ProposalPath,
  body: Reasoned,
  example: { reason: 'the papers agree with what was proposed' },
  reply: { 200: ApprovalReply },
  errors: [personNeeded, freshLoginNeeded, proposalNotFound, proposalOwn, proposalEnded, proposalStale],

  async handle({ params, body: { reason }, person, now, look, proposed }) {
    const proposal = found(await look((tx) => findProposal(tx, params.proposal_id, now)), proposalNotFound)
    if (proposal.proposed_by === person.id) throw proposalOwn()
    refuseEnded(proposal)
    return proposed(proposal).carryOut(reason)
  },
})

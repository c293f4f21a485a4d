import { approveProposal } from './approve-proposal.ts'
import { declineProposal } from './decline-proposal.ts'
import { getProposal } from './get-proposal.ts'
import { listProposals } from './list-proposals.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

export const proposalRoutes = [listProposals, getProposal, approveProposal, declineProposal, withdrawProposal]

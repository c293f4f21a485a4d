import { approveProposal } from './approve.ts'
import { withdrawProposal } from './cancel-approval.ts'
import { getProposal } from './get-approval.ts'
import { listProposals } from './list-approvals.ts'
import { declineProposal } from './reject-approval.ts'

export const proposalRoutes = [listProposals, getProposal, approveProposal, declineProposal, withdrawProposal]

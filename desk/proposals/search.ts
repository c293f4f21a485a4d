import { type Status, statuses } from './queries.ts'

/** Which proposals are shown, as it stands in the address: those that wait, unless it says otherwise. */
export function readProposalSearch(search: Record<string, unknown>): { status?: Status } {
  const status = statuses.find((one) => one === search['status'])
  return status && status !== 'PENDING' ? { status } : {}
}

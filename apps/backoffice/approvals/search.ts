import { type Status, statuses } from './queries.ts'

/** The filter in the URL: waiting proposals by default. */
export function readProposalSearch(search: Record<string, unknown>): { status?: Status } {
  const status = statuses.find((one) => one === search['status'])
  return status && status !== 'PENDING' ? { status } : {}
}

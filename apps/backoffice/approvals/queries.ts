import { listOf } from '@eclusa/ui/api/lists.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, desk, type Schemas } from '../api/client.ts'
import { useMay, useMe } from '../api/queries.ts'
import { hearing } from '../queue/live-connection.ts'

export type Proposal = Schemas['Proposal']
export type ProposalCase = Schemas['ProposalCase']

/** The states of a proposal in display order. */
export const statuses = ['PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'STALE', 'LAPSED'] as const
export type Status = (typeof statuses)[number]

const COUNTED = 100
const LOOK_AGAIN_MS = 60_000
/** Polled only while there is no realtime connection. */
const lookAgain = () => (hearing.now() ? false : LOOK_AGAIN_MS)

/** Every change reads all proposals again. */
export const proposalsKey = ['proposals']

/** Waiting ones are sorted by expiry, ended ones newest first. */
export const proposalList = (status: Status) =>
  listOf<Proposal>([...proposalsKey, 'list', status], (asked) =>
    answer(
      desk.GET('/v1/proposals', {
        params: { query: { ...asked, status, order: status === 'PENDING' ? 'asc' : 'desc' } },
      }),
    ),
  )

export const oneProposal = (id: string) =>
  queryOptions({
    queryKey: [...proposalsKey, 'one', id],
    queryFn: () => answer(desk.GET('/v1/proposals/{proposal_id}', { params: { path: { proposal_id: id } } })),
    refetchInterval: lookAgain,
  })

/** Waiting proposals about this subject. */
export const waitingAbout = (subject_id: string) =>
  queryOptions({
    queryKey: [...proposalsKey, 'about', subject_id],
    queryFn: () => answer(desk.GET('/v1/proposals', { params: { query: { subject_id } } })),
    refetchInterval: lookAgain,
  })

const waiting = queryOptions({
  queryKey: [...proposalsKey, 'waiting'],
  queryFn: () => answer(desk.GET('/v1/proposals', { params: { query: { page_size: COUNTED } } })),
  refetchInterval: lookAgain,
})

/** Waiting for the current person: proposals of others for an approver, their own otherwise. */
export function useWaitingForMe(): { proposals: Proposal[]; more: boolean } | undefined {
  const me = useMe()
  const mayApprove = useMay('approver')
  const may = useMay('viewer', 'analyst', 'approver', 'operator', 'auditor')
  const { data } = useQuery({ ...waiting, enabled: may })
  if (!data) return undefined
  const proposals = data.data.filter(({ proposed_by }) => (proposed_by === me.id) !== mayApprove)
  return { proposals, more: data.has_next_page }
}

import { Button } from '@eclusa/ui/components/button.tsx'
import { Deadline } from '@eclusa/ui/components/deadline.tsx'
import { Refusal } from '@eclusa/ui/components/notice.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { tell } from '@eclusa/ui/components/toast.tsx'
import { useKeys } from '@eclusa/ui/components/use-shortcuts.tsx'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { Back } from '@eclusa/ui/layout/back.tsx'
import { PageBody } from '@eclusa/ui/layout/page-body.tsx'
import { PageHead } from '@eclusa/ui/layout/page-head.tsx'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { decisions } from '../i18n/decisions.ts'
import { ProposalEnd } from './approval-closed.tsx'
import { ProposalDecision } from './approval-decision.tsx'
import { ProposalEffect } from './approval-effect.tsx'
import { ProposalFacts } from './approval-facts.tsx'
import { ProposalHistory } from './approval-history.tsx'
import { ProposalStatus } from './approval-status.tsx'
import { SinceProposal } from './changes-since-request.tsx'
import { proposals } from './messages.ts'
import { oneProposal, type ProposalCase, useWaitingForMe } from './queries.ts'

const route = getRouteApi('/proposals/$id')

export function ProposalPage() {
  const { id } = route.useParams()
  const { data, error } = useQuery(oneProposal(id))
  if (error && !data) return <Refusal error={error} />
  // Another proposal is another page: no state of the previous one remains.
  return data && <OneProposal key={id} proposal={data} />
}

/** One proposal: its content, its effect, and how it can end. */
function OneProposal({ proposal }: { proposal: ProposalCase }) {
  const say = useMessages(proposals)
  const named = useMessages(decisions)
  const next = useNextProposal(proposal.id)
  const [approval, setApproval] = useState<Schemas['Approval']>()
  const name = said(named, proposal.operation)
  const waits = proposal.status === 'PENDING'
  return (
    <>
      <PageHead
        title={name}
        back={
          <Back>
            <Link to="/proposals">{say.back}</Link>
          </Back>
        }
        actions={
          <Button shortcut="N" onClick={next}>
            {say.next}
          </Button>
        }
      >
        <ProposalStatus status={proposal.status} />
        {waits && <Deadline at={proposal.lapses_at} />}
      </PageHead>
      <PageBody
        leap={say.toDecision}
        side={
          <Panel title={say.decision}>
            {waits ? (
              <ProposalDecision proposal={proposal} onApproved={setApproval} />
            ) : (
              <ProposalEnd proposal={proposal} approval={approval} />
            )}
          </Panel>
        }
      >
        <Panel title={say.proposal} flush>
          <ProposalFacts proposal={proposal} />
        </Panel>
        <ProposalEffect proposal={proposal} />
        {waits && <SinceProposal proposal={proposal} />}
        <Panel title={say.history}>
          <ProposalHistory proposal={proposal} />
        </Panel>
      </PageBody>
    </>
  )
}

/** Links to the next one that waits for the current person, and back to the list. */
function useNextProposal(current: string): () => void {
  const say = useMessages(proposals)
  const waiting = useWaitingForMe()?.proposals ?? []
  const navigate = useNavigate()
  const after = waiting.slice(waiting.findIndex(({ id }) => id === current) + 1)
  const next = after[0] ?? waiting.find(({ id }) => id !== current)
  const go = () => {
    if (next) void navigate({ to: '/proposals/$id', params: { id: next.id } })
    else tell(say.noNext, 'plain')
  }
  useKeys({ n: go, Escape: () => void navigate({ to: '/proposals' }) })
  useCommands([{ name: say.next, icon: 'right', run: go }])
  return go
}

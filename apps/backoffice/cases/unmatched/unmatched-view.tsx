import { Badge } from '@eclusa/ui/components/badge.tsx'
import { Money } from '@eclusa/ui/components/money.tsx'
import { type Language, said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { answer, desk } from '../../api/client.ts'
import { Guidance } from '../../pix/guidance.tsx'
import { pixTeller } from '../../pix/pix-timeline-text.ts'
import { type CasePartProps, kindView } from '../kind.ts'
import { unclaimed } from './messages.ts'
import { type Unclaimed, UnclaimedFacts } from './unmatched-facts.tsx'

function UnclaimedHead({ record: { status, amount } }: CasePartProps<Unclaimed>) {
  const say = useMessages(unclaimed)
  return (
    <>
      <Badge tone={isOver(status) ? 'plain' : 'accent'}>{said(say.statuses, status)}</Badge>
      {amount !== undefined && <Money cents={amount} />}
    </>
  )
}

function UnclaimedDecision({ record: { status, what_to_do } }: CasePartProps<Unclaimed>) {
  const say = useMessages(unclaimed)
  if (isOver(status)) return <p>{say.over}</p>
  return (
    <Guidance title={say.toDo} steps={say.steps}>
      {what_to_do}
    </Guidance>
  )
}

const isOver = (status: string) => status === 'CLOSED' || status === 'CANCELLED'

const parts = {
  versionOf: ({ status }: Unclaimed) => status,
  tellerOf: (language: Language) => pixTeller(language, unclaimed[language].statuses),
  Head: UnclaimedHead,
  Facts: UnclaimedFacts,
  Decision: UnclaimedDecision,
}

/** A report about a payment that no ledger reported. */
export const unclaimedReportView = kindView<Unclaimed>({
  read: ({ id }) => answer(desk.GET('/v1/unclaimed-reports/{id}', { params: { path: { id } } })),
  storyOf: ({ id }) => ({ kind: 'unclaimed_report', id }),
  ...parts,
})

/** A refund of such a payment. */
export const unclaimedRefundView = kindView<Unclaimed>({
  read: ({ id }) => answer(desk.GET('/v1/unclaimed-refunds/{id}', { params: { path: { id } } })),
  storyOf: ({ id }) => ({ kind: 'unclaimed_refund', id }),
  ...parts,
})

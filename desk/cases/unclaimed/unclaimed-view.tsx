import { answer, desk } from '../../contract/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Money } from '../../parts/money.tsx'
import { Guidance } from '../../pix/guidance.tsx'
import { pixTeller } from '../../pix/pix-teller.ts'
import { type Language, said, useWords } from '../../words/language.ts'
import { kindView, type Shown } from '../kind.ts'
import { type Unclaimed, UnclaimedFacts } from './unclaimed-facts.tsx'
import { unclaimed } from './words.ts'

function UnclaimedHead({ record: { status, amount } }: Shown<Unclaimed>) {
  const say = useWords(unclaimed)
  return (
    <>
      <Badge tone={isOver(status) ? 'plain' : 'accent'}>{said(say.statuses, status)}</Badge>
      {amount !== undefined && <Money cents={amount} />}
    </>
  )
}

function UnclaimedDecision({ record: { status, what_to_do } }: Shown<Unclaimed>) {
  const say = useWords(unclaimed)
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

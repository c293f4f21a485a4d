import { answer, desk, type Schemas } from '../../contract/client.ts'
import { Money } from '../../parts/money.tsx'
import { pixTeller } from '../../pix/pix-teller.ts'
import { RefundStatus } from '../../pix/refund-status.tsx'
import { asking } from '../../pix/words.ts'
import { kindView } from '../kind.ts'
import { RefundDecision } from './refund-decision.tsx'
import { RefundFacts } from './refund-facts.tsx'
import { RefundPapers } from './refund-papers.tsx'

/** A refund that another bank requests from a client of ours. */
export const refundView = kindView<Schemas['RefundCase']>({
  read: ({ id }) => answer(desk.GET('/v1/refunds/{id}', { params: { path: { id } } })),
  reveal: ({ id }, reason) =>
    answer(desk.POST('/v1/refunds/{id}/reveal', { params: { path: { id } }, body: { reason } })),
  versionOf: ({ refund }) => refund.version,
  Head: ({ record: { refund } }) => (
    <>
      <RefundStatus status={refund.status} />
      <Money cents={refund.amount} />
    </>
  ),
  Facts: RefundFacts,
  Papers: RefundPapers,
  Decision: RefundDecision,
  storyOf: ({ refund }) => ({ kind: 'refund', id: refund.id, user_id: refund.user_id }),
  tellerOf: (language) => pixTeller(language, asking[language].refundStatuses),
})

import { Money } from '@eclusa/ui/components/money.tsx'
import { answer, desk, type Schemas } from '../../api/client.ts'
import { asking } from '../../pix/messages.ts'
import { pixTeller } from '../../pix/pix-timeline-text.ts'
import { RefundStatus } from '../../pix/refund-status.tsx'
import { kindView } from '../kind.ts'
import { RefundDecision } from './refund-decision.tsx'
import { RefundPapers } from './refund-documents.tsx'
import { RefundFacts } from './refund-facts.tsx'

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

import { Money } from '@eclusa/ui/components/money.tsx'
import { answer, desk, type Schemas } from '../../api/client.ts'
import { pixTeller } from '../../pix/pix-timeline-text.ts'
import { kindView } from '../kind.ts'
import { recoveries } from './messages.ts'
import { RecoveryDecision } from './recovery-decision.tsx'
import { RecoveryPapers } from './recovery-documents.tsx'
import { RecoveryFacts } from './recovery-facts.tsx'
import { RecoveryStatus } from './recovery-status.tsx'

/** Money that a client of ours requests back from other banks. */
export const recoveryView = kindView<Schemas['RecoveryCase']>({
  read: ({ id, user_id = '' }) =>
    answer(desk.GET('/v1/recoveries/{id}', { params: { path: { id }, query: { user_id } } })),
  reveal: ({ id, user_id = '' }, reason) =>
    answer(desk.POST('/v1/recoveries/{id}/reveal', { params: { path: { id } }, body: { user_id, reason } })),
  versionOf: ({ recovery }) => recovery.version,
  Head: ({ record: { recovery } }) => (
    <>
      <RecoveryStatus status={recovery.status} />
      <Money cents={recovery.transaction_amount} />
    </>
  ),
  Facts: RecoveryFacts,
  Papers: RecoveryPapers,
  Decision: RecoveryDecision,
  storyOf: ({ recovery }) => ({ kind: 'recovery', id: recovery.id, user_id: recovery.user_id }),
  tellerOf: (language) => pixTeller(language, recoveries[language].statuses),
})

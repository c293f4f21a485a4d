import { Money } from '@eclusa/ui/components/money.tsx'
import { answer, desk, type Schemas } from '../../api/client.ts'
import { pixTeller } from '../../pix/pix-timeline-text.ts'
import { kindView } from '../kind.ts'
import { InfractionDecision } from './infraction-decision.tsx'
import { InfractionPapers } from './infraction-documents.tsx'
import { InfractionFacts } from './infraction-facts.tsx'
import { InfractionStatus } from './infraction-status.tsx'
import { infractions } from './messages.ts'

/** A report by another bank about a payment that a client of ours received. */
export const infractionView = kindView<Schemas['InfractionCase']>({
  read: ({ id }) => answer(desk.GET('/v1/infractions/{id}', { params: { path: { id } } })),
  reveal: ({ id }, reason) =>
    answer(desk.POST('/v1/infractions/{id}/reveal', { params: { path: { id } }, body: { reason } })),
  versionOf: ({ infraction }) => infraction.version,
  Head: ({ record: { infraction } }) => (
    <>
      <InfractionStatus status={infraction.status} />
      <Money cents={infraction.amount} />
    </>
  ),
  Facts: InfractionFacts,
  Papers: InfractionPapers,
  Decision: InfractionDecision,
  storyOf: ({ infraction, user_id }) => ({ kind: 'infraction', id: infraction.id, user_id }),
  tellerOf: (language) => pixTeller(language, infractions[language].statuses),
})

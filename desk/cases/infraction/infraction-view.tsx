import { answer, desk, type Schemas } from '../../contract/client.ts'
import { Money } from '../../parts/money.tsx'
import { pixTeller } from '../../pix/pix-teller.ts'
import { kindView } from '../kind.ts'
import { InfractionDecision } from './infraction-decision.tsx'
import { InfractionFacts } from './infraction-facts.tsx'
import { InfractionPapers } from './infraction-papers.tsx'
import { InfractionStatus } from './infraction-status.tsx'
import { infractions } from './words.ts'

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

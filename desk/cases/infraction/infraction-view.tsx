import { answer, desk, type Schemas } from '../../contract/client.ts'
import { Money } from '../../parts/money.tsx'
import { PixHistory } from '../../pix/pix-history.tsx'
import { kindView } from '../kind.ts'
import { InfractionDecision } from './infraction-decision.tsx'
import { InfractionFacts } from './infraction-facts.tsx'
import { InfractionPapers } from './infraction-papers.tsx'
import { InfractionStatus } from './infraction-status.tsx'

/** A report of another bank about a payment that a client of ours received. */
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
  History: PixHistory,
})

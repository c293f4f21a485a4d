import { answer, desk, type Schemas } from '../../api/client.ts'
import { kindView } from '../kind.ts'
import { ClientDecision } from './client-decision.tsx'
import { ClientPapers } from './client-documents.tsx'
import { ClientFacts } from './client-facts.tsx'
import { ClientStatus } from './client-status.tsx'
import { clientTeller } from './client-timeline-text.ts'

export type ClientRecord = Schemas['ClientCase']

/** A client abroad that waits for a decision. */
export const clientView = kindView<ClientRecord>({
  read: ({ id, user_id = '' }) =>
    answer(desk.GET('/v1/clients/{id}', { params: { path: { id }, query: { user_id } } })),
  reveal: ({ id, user_id = '' }, reason) =>
    answer(desk.POST('/v1/clients/{id}/reveal', { params: { path: { id } }, body: { user_id, reason } })),
  versionOf: ({ client, accounts }) => [client, ...accounts].map(({ id, version }) => `${id} ${version}`).join(),
  Head: ({ record }) => ClientStatus({ status: record.client.status }),
  Facts: ClientFacts,
  Papers: ClientPapers,
  Decision: ClientDecision,
  storyOf: ({ client, user_id }) => ({ kind: 'client', id: client.id, user_id }),
  tellerOf: clientTeller,
})

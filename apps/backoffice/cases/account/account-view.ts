import { answer, desk, type Schemas } from '../../api/client.ts'
import { ClientStatus } from '../client/client-status.tsx'
import { clientTeller } from '../client/client-timeline-text.ts'
import { kindView } from '../kind.ts'
import { AccountDecision } from './account-decision.tsx'
import { AccountPapers } from './account-documents.tsx'
import { AccountFacts } from './account-facts.tsx'

/** A bank account of a client abroad that waits for a decision. */
export const accountView = kindView<Schemas['AccountCase']>({
  read: ({ id, user_id = '' }) =>
    answer(desk.GET('/v1/accounts/{id}', { params: { path: { id }, query: { user_id } } })),
  reveal: ({ id, user_id = '' }, reason) =>
    answer(desk.POST('/v1/accounts/{id}/reveal', { params: { path: { id } }, body: { user_id, reason } })),
  versionOf: ({ account, client }) => `${account.version} ${client.version}`,
  Head: ({ record }) => ClientStatus({ status: record.account.status }),
  Facts: AccountFacts,
  Papers: AccountPapers,
  Decision: AccountDecision,
  storyOf: ({ account, user_id }) => ({ kind: 'account', id: account.id, user_id }),
  tellerOf: clientTeller,
})

import Type from 'typebox'
import { entriesAbout } from '../../../backoffice/audit-log/entries-about.ts'
import { openEnum, Uuid } from '../../../http/schema.ts'
import type { Tx } from '../../../http/transaction.ts'
import type { Account } from '../accounts/account.ts'
import { newestAccountsOf } from '../accounts/account-store.ts'
import { type Client, clientStatuses, clientTypes } from '../clients/client.ts'
import { findClient, sameDocument } from '../clients/client-store.ts'
import { historyOf } from '../history-store.ts'
import { keptOf } from '../revision-store.ts'
import { AccountOfCase, ClientOfCase, told, withRules } from './case.ts'
import type { MaskingView } from './masking.ts'

const { created_at, name, document, document_type, nationality, birth_date } = ClientOfCase.properties
const AnotherClient = Type.Object(
  {
    id: Uuid,
    name,
    type: openEnum(clientTypes),
    document,
    document_type,
    nationality,
    birth_date,
    status: openEnum(clientStatuses),
    created_at,
  },
  { title: 'AnotherClient' },
)

export const ClientCase = Type.Object(
  {
    client: ClientOfCase,
    accounts: Type.Array(AccountOfCase, { description: 'Newest first.' }),
    same_document: Type.Array(AnotherClient, { description: 'Other clients of the same user with the same document.' }),
    ...told,
  },
  { title: 'ClientCase' },
)

/** All data that a verdict on a client is based on. Returns undefined when there is no such client. */
export async function readClientCase(tx: Tx, client_id: string) {
  const client = await findClient(tx, client_id)
  if (!client) return undefined
  const { user_id } = tx.scope
  const [accounts, others, kept, history, journal] = await Promise.all([
    newestAccountsOf(tx, client_id),
    sameDocument(tx, client),
    keptOf(tx, client_id),
    historyOf(tx, client_id),
    entriesAbout(tx, { user_id, type: 'client', id: client_id }),
  ])
  return { user_id, client, accounts, others, kept, history, journal }
}

type ClientCaseRecord = NonNullable<Awaited<ReturnType<typeof readClientCase>>>

export function shownClientCase(
  { user_id, client, accounts, others, kept, history, journal }: ClientCaseRecord,
  sight: MaskingView,
) {
  return {
    user_id,
    revealed: sight.revealed,
    client: sight.client(client),
    accounts: accounts.map((account: Account) => withRules(account, sight.account(account))),
    same_document: others.map((other: Client) => sight.client(other)),
    earlier: kept.map((one) => sight.earlier(client.id, one)),
    history: sight.history(history),
    journal: sight.journal(journal),
  }
}

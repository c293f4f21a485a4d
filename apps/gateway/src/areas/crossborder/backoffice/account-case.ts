import Type from 'typebox'
import { entriesAbout } from '../../../backoffice/audit-log/entries-about.ts'
import type { Tx } from '../../../http/transaction.ts'
import { findAccountById } from '../accounts/account-store.ts'
import { findClient } from '../clients/client-store.ts'
import { historyOf } from '../history-store.ts'
import { keptOf } from '../revision-store.ts'
import { AccountOfCase, ClientOfCase, told, withRules } from './case.ts'
import type { MaskingView } from './masking.ts'

export const AccountCase = Type.Object(
  { account: AccountOfCase, client: ClientOfCase, ...told },
  { title: 'AccountCase' },
)

/**
 * All data that a verdict on an account is based on, including its client. Returns undefined when there is no such
 * account.
 */
export async function readAccountCase(tx: Tx, account_id: string) {
  const account = await findAccountById(tx, account_id)
  if (!account) return undefined
  const { client_id } = account
  const { user_id } = tx.scope
  const [client, kept, history, journal] = await Promise.all([
    findClient(tx, client_id),
    keptOf(tx, client_id),
    historyOf(tx, client_id),
    entriesAbout(tx, { user_id, type: 'account', id: account_id }),
  ])
  return { user_id, account, client: client!, kept, history, journal }
}

type AccountCaseRecord = NonNullable<Awaited<ReturnType<typeof readAccountCase>>>

export function shownAccountCase(
  { user_id, account, client, kept, history, journal }: AccountCaseRecord,
  sight: MaskingView,
) {
  return {
    user_id,
    revealed: sight.revealed,
    account: withRules(account, sight.account(account)),
    client: sight.client(client),
    earlier: kept.map((one) => sight.earlier(client.id, one)),
    history: sight.history(history),
    journal: sight.journal(journal),
  }
}

import { type EntryOfCase, entriesMasked } from '../../../desk/journal/entries-about.ts'
import { type Masks, masked, withMaskedWords, withMasks } from '../../../desk/masked.ts'
import type { Account } from '../accounts/account.ts'
import type { Client } from '../clients/client.ts'
import { closedEarlier, type Earlier, type EarlierServices, type Kept, openEarlier } from '../earlier-store.ts'
import type { HistoryEntry } from '../history-store.ts'

/** How much is seen of what is personal: each kind of record as this look shows it. */
export interface Sight {
  revealed: boolean
  client: (client: Client) => Client
  account: (account: Account) => Account
  earlier: (client_id: string, kept: Kept) => Earlier
  history: (history: HistoryEntry[]) => HistoryEntry[]
  journal: (entries: EntryOfCase[]) => EntryOfCase[]
}

const ofClient: Masks<Client> = {
  name: masked.name,
  // Of whatever country: it has no form by which a company's, which is public, could be told from a person's.
  document: masked.account,
  email: masked.email,
  birth_date: masked.day,
  issue_date: masked.day,
  phone_number: masked.phone,
}
/** City and country are left: they are what a case is told from another by. */
const ofAddress: Masks<Client['address']> = {
  street_line_1: masked.hidden,
  street_line_2: masked.hidden,
  subdivision: masked.hidden,
  postal_code: masked.hidden,
}
const ofAccount: Masks<Account> = {
  account_number: masked.account,
  account_name: masked.name,
  nickname: masked.name,
}
/** These name an account, and not only a bank. */
const accountCodes = new Set(['IBAN', 'CLABE', 'CBU'])

/** What whoever may look at all is shown. What stood there before stays sealed. */
export const maskedSight: Sight = {
  revealed: false,
  client: (client) => ({ ...withMasks(client, ofClient), address: withMasks(client.address, ofAddress) }),
  account: (account) => ({
    ...withMasks(account, ofAccount),
    bank_code: accountCodes.has(account.bank_code_type) ? masked.account(account.bank_code) : account.bank_code,
  }),
  earlier: closedEarlier,
  history: (history) => history.map((entry) => ({ ...entry, metadata: withMaskedWords(entry.metadata) })),
  journal: entriesMasked,
}

/** What is seen by who has said why, and stands in the journal for it. */
export function revealedSight(services: EarlierServices): Sight {
  return {
    revealed: true,
    client: (client) => client,
    account: (account) => account,
    earlier: (client_id, kept) => openEarlier(services, client_id, kept),
    history: (history) => history,
    journal: (entries) => entries,
  }
}

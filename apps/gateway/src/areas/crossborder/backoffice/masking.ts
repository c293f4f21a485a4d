import { type EntryOfCase, entriesMasked } from '../../../backoffice/audit-log/entries-about.ts'
import { type Masks, masked, withMaskedWords, withMasks } from '../../../backoffice/masked.ts'
import type { Account } from '../accounts/account.ts'
import type { Client } from '../clients/client.ts'
import type { HistoryEntry } from '../history-store.ts'
import {
  closedEarlier,
  createRevisionStore,
  type Earlier,
  type EarlierServices,
  type EncryptedRevision,
} from '../revision-store.ts'

/** Field-level masking: how each kind of record is shown, masked or revealed. */
export interface MaskingView {
  revealed: boolean
  client: (client: Client) => Client
  account: (account: Account) => Account
  earlier: (client_id: string, kept: EncryptedRevision) => Earlier
  history: (history: HistoryEntry[]) => HistoryEntry[]
  journal: (entries: EntryOfCase[]) => EntryOfCase[]
}

const ofClient: Masks<Client> = {
  name: masked.name,
  // Documents of every country are masked, because the form does not show whether one is a company's, which would be
  // public.
  document: masked.account,
  email: masked.email,
  birth_date: masked.day,
  issue_date: masked.day,
  phone_number: masked.phone,
}
/** City and country stay visible, so that analysts can distinguish cases. */
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
/** These codes identify an account, not only a bank. */
const accountCodes = new Set(['IBAN', 'CLABE', 'CBU'])

/** The masked view, for every role that may read cases. Earlier values stay encrypted. */
export const maskedSight: MaskingView = {
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

/** The full view, for a user who has given a reason that the audit log records. */
export function revealedSight(services: EarlierServices): MaskingView {
  return {
    revealed: true,
    client: (client) => client,
    account: (account) => account,
    earlier: (client_id, kept) => createRevisionStore(services, client_id, kept),
    history: (history) => history,
    journal: (entries) => entries,
  }
}

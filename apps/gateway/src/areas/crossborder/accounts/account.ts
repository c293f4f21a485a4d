import Type, { type Static } from 'typebox'
import type { ClientActivity } from '../../../events/record.ts'
import type { OfProduct, StoredRecord } from '../../../http/repository.ts'
import { closedEnum, DateTime, line, oneLinePattern, openEnum, Uuid } from '../../../http/schema.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { bankCodeTypes, normaliseBankCode } from '../bank-code.ts'
import { countries } from '../country.ts'
import { currencies } from '../currency.ts'
import { accountInactive, accountRulesBroken, accountStatusFixed } from '../errors.ts'
import { judgeByRules } from './account-rules.ts'
import { coordinates } from './bank-details.ts'

const accountTypes = ['CHECKING', 'SAVINGS'] as const
export const accountStatuses = ['ACTIVE', 'INACTIVE', 'PENDING'] as const
export const BRANCH_LENGTH_MAX = 20

const clearable = (max: number, description: string) =>
  Type.Union([Type.String({ maxLength: max, pattern: oneLinePattern }), Type.Null()], {
    description: `${description} Null or empty clears it.`,
  })

const writable = {
  country: closedEnum(countries, 'Country of the account.'),
  currency_symbol: closedEnum(currencies, 'Currency of the account.'),
  account_type: closedEnum(accountTypes, 'Kind of account.'),
  account_number: line(64, 'Account number.'),
  account_name: Type.Optional(clearable(120, 'Friendly account name.')),
  nickname: Type.Optional(clearable(120, 'Friendly nickname.')),
  branch: Type.Optional(
    clearable(BRANCH_LENGTH_MAX, 'Branch number. Required when country is BR or bank_code_type is FEBRABAN.'),
  ),
  bank_name: line(120, 'Bank name.'),
  bank_code: line(64, 'Bank code. For USD a valid nine-digit ABA routing number, whatever bank_code_type is.'),
  bank_code_type: closedEnum(bankCodeTypes, 'The kind of code in bank_code.'),
  clearing_code: Type.Optional(clearable(64, 'Bank clearing code.')),
}

export const AccountPath = Type.Object({ client_id: Uuid, account_id: Uuid })
export const AccountCollectionPath = Type.Object({ client_id: Uuid })
export const AccountCreate = Type.Object(writable, { additionalProperties: false, title: 'AccountCreate' })
export const AccountPatch = Type.Object(Type.Partial(AccountCreate).properties, {
  additionalProperties: false,
  minProperties: 1,
  title: 'AccountPatch',
})

export const AccountReply = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    client_id: Uuid,
    country: openEnum(countries),
    currency_symbol: openEnum(currencies),
    account_type: openEnum(accountTypes),
    account_number: Type.String(),
    account_name: Type.Optional(Type.String()),
    nickname: Type.Optional(Type.String()),
    branch: Type.Optional(Type.String()),
    bank_name: Type.String(),
    bank_code: Type.String(),
    bank_code_type: openEnum(bankCodeTypes),
    clearing_code: Type.Optional(Type.String()),
    status: openEnum(accountStatuses),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Account' },
)

export type Account = StoredRecord<typeof AccountReply, OfProduct & { deactivated_at: string | null }>

/** Every column except the product, which is copied from the client. */
export function newAccount(
  id: string,
  user_id: string,
  client_id: string,
  body: Static<typeof AccountCreate>,
  now: Date,
): Omit<Account, 'product_id'> {
  const at = now.toISOString()
  const cleared = { account_name: null, nickname: null, branch: null, clearing_code: null }
  return checked({
    ...cleared,
    ...settled(body),
    id,
    user_id,
    client_id,
    status: 'PENDING',
    deactivated_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  } as Account)
}

/** Applies the patch to the stored record and validates the result, because the rules compare several fields. */
export function applyPatch(stored: Account, patch: Static<typeof AccountPatch>, now: Date): Account {
  if (stored.status === 'INACTIVE') throw accountInactive()
  const merged = checked({ ...stored, ...settled(patch) })
  const status = hasMoved(stored, merged) && stored.status === 'ACTIVE' ? 'PENDING' : stored.status
  return withNextVersion(merged, { status }, now)
}

export function hasMoved(before: Account, after: Account): boolean {
  return coordinates.some((field) => before[field] !== after[field])
}

/**
 * The owner deactivates the account. A PENDING account cannot be deactivated, because that would end its review; it can be
 * deleted.
 */
export function deactivated(stored: Account, now: Date): Account {
  if (stored.status !== 'ACTIVE') throw accountStatusFixed()
  return withNextVersion(stored, { status: 'INACTIVE', deactivated_at: now.toISOString() }, now)
}

/**
 * The owner reactivates the account, and it is verified like a new one. An account that verification rejected stays
 * rejected.
 */
export function reactivated(stored: Account, now: Date): Account {
  if (stored.status !== 'INACTIVE' || !stored.deactivated_at) throw accountStatusFixed()
  return withNextVersion(stored, { status: 'PENDING', deactivated_at: null }, now)
}

/**
 * The rules that cannot decide about a pending account. The history shows them as the reason why it waits for an
 * analyst.
 */
export function reviewOf(account: Account): { review?: string[] } {
  const review = account.status === 'PENDING' ? judgeByRules(account).doubtful.map(({ code }) => code) : []
  return review.length > 0 ? { review } : {}
}

export function changedFields(before: Account, after: Account): string[] {
  return Object.keys(writable).filter((field) => before[field as keyof Account] !== after[field as keyof Account])
}

/** Normalises the bank code and checks the record against every rule. */
function checked(account: Account): Account {
  const type = account.currency_symbol === 'USD' ? 'ABA' : account.bank_code_type
  const normalised = { ...account, bank_code: normaliseBankCode(type, account.bank_code) }
  const { broken: errors } = judgeByRules(normalised)
  if (errors.length > 0) throw accountRulesBroken({ errors })
  return normalised
}

/** An empty or blank text is stored as null, so that "no branch" has one representation. */
function settled(sent: Static<typeof AccountPatch>): Partial<Account> {
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, value?.trim() === '' ? null : value]))
}

/** Applies the verdict of verification. Only a pending account can receive one; otherwise it returns undefined. */
export function applyVerdict(stored: Account, verdict: 'ACTIVE' | 'INACTIVE', now: Date): Account | undefined {
  if (stored.status !== 'PENDING') return undefined
  return withNextVersion(stored, { status: verdict }, now)
}

/** Builds the entry for the client's history. Anything beside ids and the state goes into the metadata. */
export function accountActivity(
  { id, client_id, status }: Account,
  event_type:
    | 'ACCOUNT_CREATED'
    | 'ACCOUNT_UPDATED'
    | 'ACCOUNT_VERIFIED'
    | 'ACCOUNT_DEACTIVATED'
    | 'ACCOUNT_REACTIVATED'
    | 'ACCOUNT_DELETED',
  said: Partial<ClientActivity> = {},
): ClientActivity {
  return { client_id, source: 'gateway', event_type, status, reference_id: id, metadata: {}, ...said }
}

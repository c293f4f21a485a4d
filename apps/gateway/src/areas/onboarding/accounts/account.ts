import Type, { type Static } from 'typebox'
import type { StoredRecord, Withdrawable } from '../../../http/repository.ts'
import { closedEnum, DateOnly, DateTime, line, openEnum, Uuid } from '../../../http/schema.ts'
import type { Scope } from '../../../http/scope/scope.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { productRequired } from '../errors.ts'
import { clearable, correction, DocumentNumber, Email, normaliseEmail, normalisePhone, Phone } from '../fields.ts'
import { admission, personTypes } from '../onboarding.ts'

const genres = ['male', 'female', 'non_binary', 'other', 'prefer_not_to_say'] as const
const legalPersonTypes = ['EI', 'MEI', 'EIRELI', 'SLU', 'LTDA', 'SS', 'SA', 'COOP', 'OTHER'] as const
export const accountStates = ['pending', 'active', 'expired', 'deactivated', 'deleting'] as const

export const AccountPath = Type.Object({ id: Uuid })

const said = {
  name: line(80, 'Short name; of a company, its trade name.'),
  full_name: line(160, 'Full name; of a company, its legal name.'),
  document: DocumentNumber,
}
const genre = closedEnum(genres, 'Only of a natural person.')
const mother_name = line(160, 'Only of a natural person.')
const legal_person_type = closedEnum(legalPersonTypes, 'Only of a legal person.')

export const AccountCreate = Type.Object(
  {
    person_type: closedEnum(personTypes, 'Natural or legal person.'),
    ...said,
    email: Type.Optional(Email),
    phone_number: Type.Optional(Phone),
    active: Type.Boolean(),
    genre: Type.Optional(genre),
    mother_name: Type.Optional(mother_name),
    birth_date: Type.Optional(DateOnly),
    issue_date: Type.Optional(DateOnly),
    legal_person_type: Type.Optional(legal_person_type),
  },
  { additionalProperties: false, title: 'UserAccountCreate' },
)

/** `person_type` cannot be corrected, because every other field depends on it. */
export const AccountPatch = correction(
  {
    ...said,
    email: clearable(Email),
    phone_number: clearable(Phone),
    active: Type.Boolean(),
    genre: clearable(genre),
    mother_name: clearable(mother_name),
    birth_date: clearable(DateOnly),
    issue_date: clearable(DateOnly),
    legal_person_type: clearable(legal_person_type),
  },
  'UserAccountPatch',
)

export const AccountReply = Type.Object(
  {
    id: Uuid,
    target_user_id: admission.target_user_id,
    default_wallet_id: admission.default_wallet_id,
    product_id: Uuid,
    person_type: openEnum(personTypes),
    state: openEnum(accountStates),
    name: Type.String(),
    full_name: Type.String(),
    document: Type.String(),
    email: Type.Optional(Type.String()),
    phone_number: Type.Optional(Type.String()),
    active: Type.Boolean(),
    genre: Type.Optional(openEnum(genres)),
    mother_name: Type.Optional(Type.String()),
    birth_date: Type.Optional(DateOnly),
    issue_date: Type.Optional(DateOnly),
    legal_person_type: Type.Optional(openEnum(legalPersonTypes)),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'UserAccount' },
)

export type UserAccount = StoredRecord<typeof AccountReply, Withdrawable>

/** The product of an operation on accounts, from the request or the default. */
export function productOf({ product_id }: Scope): string {
  if (!product_id) throw productRequired()
  return product_id
}

const unsaid = {
  email: null,
  phone_number: null,
  genre: null,
  mother_name: null,
  birth_date: null,
  issue_date: null,
  legal_person_type: null,
}

/** Creates the record of a person who may become a target user of the product. */
export function newAccount(id: string, product_id: string, body: Static<typeof AccountCreate>, now: Date): UserAccount {
  const at = now.toISOString()
  const made: UserAccount = {
    ...unsaid,
    ...body,
    id,
    target_user_id: null,
    default_wallet_id: null,
    product_id,
    state: 'pending',
    withdrawn_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  return settled(made)
}

/**
 * Applies the correction to the stored account. The whole result is validated, because the rules compare several
 * fields.
 */
export function correctAccount(stored: UserAccount, patch: Static<typeof AccountPatch>, now: Date): UserAccount {
  return settled(withNextVersion(stored, patch, now))
}

/** Normalises the fields that must be unique. */
function settled(account: UserAccount): UserAccount {
  const { document, email, phone_number } = account
  return {
    ...account,
    document: document.toUpperCase(),
    email: email && normaliseEmail(email),
    phone_number: phone_number && normalisePhone(phone_number),
  }
}

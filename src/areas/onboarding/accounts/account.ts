import Type, { type Static } from 'typebox'
import type { Stored } from '../../../gate/records.ts'
import { closedEnum, DateOnly, DateTime, openEnum, Uuid } from '../../../gate/schema.ts'
import type { Scope } from '../../../gate/scope/scope.ts'
import { productRequired } from '../errors.ts'
import { DocumentNumber, Email, normaliseEmail, normalisePhone, Phone, text } from '../fields.ts'
import { personTypes } from '../onboarding.ts'

const genres = ['male', 'female', 'non_binary', 'other', 'prefer_not_to_say'] as const
const legalPersonTypes = ['EI', 'MEI', 'EIRELI', 'SLU', 'LTDA', 'SS', 'SA', 'COOP', 'OTHER'] as const
export const accountStates = ['pending', 'active', 'expired', 'deactivated', 'deleting'] as const

export const AccountPath = Type.Object({ id: Uuid })

export const AccountCreate = Type.Object(
  {
    person_type: closedEnum(personTypes, 'Natural or legal person.'),
    name: text(80, 'Short name; of a company, its trade name.'),
    full_name: text(160, 'Full name; of a company, its legal name.'),
    document: DocumentNumber,
    email: Type.Optional(Email),
    phone_number: Type.Optional(Phone),
    active: Type.Boolean(),
    genre: Type.Optional(closedEnum(genres, 'Only of a natural person.')),
    mother_name: Type.Optional(text(160, 'Only of a natural person.')),
    birth_date: Type.Optional(DateOnly),
    issue_date: Type.Optional(DateOnly),
    legal_person_type: Type.Optional(closedEnum(legalPersonTypes, 'Only of a legal person.')),
  },
  { additionalProperties: false, title: 'UserAccountCreate' },
)

export const AccountReply = Type.Object(
  {
    id: Uuid,
    target_user_id: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'The user it has become, for x-product-target-user-uuid. Absent until the onboarding is finished.',
      }),
    ),
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

export type Account = Stored<typeof AccountReply>

/** The product of an operation on accounts, named or by default. */
export function productOf({ product_id }: Scope): string {
  if (!product_id) throw productRequired()
  return product_id
}

const unsaid = { genre: null, mother_name: null, birth_date: null, issue_date: null, legal_person_type: null }

/** A person who is to become a target user of the product. */
export function newAccount(id: string, product_id: string, body: Static<typeof AccountCreate>, now: Date): Account {
  const at = now.toISOString()
  const { email, phone_number } = body
  return {
    ...unsaid,
    ...body,
    id,
    target_user_id: null,
    product_id,
    state: 'pending',
    document: body.document.toUpperCase(),
    email: email === undefined ? null : normaliseEmail(email),
    phone_number: phone_number === undefined ? null : normalisePhone(phone_number),
    version: 1,
    created_at: at,
    updated_at: at,
  }
}

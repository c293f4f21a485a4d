import Type from 'typebox'
import { openEnum } from '../../../http/schema.ts'
import { AccountReply, type UserAccount } from '../accounts/account.ts'
import { AddressShape } from '../fields.ts'
import { type Onboarding, OnboardingRecord, personTypes } from '../onboarding.ts'

/** A masked date is not a valid date, so the format is not validated. */
export const day = Type.String({ description: 'YYYY-MM-DD, once revealed.' })

const { number, ...lines } = AddressShape.properties
export const AddressOfCase = Type.Object({ ...lines, number: Type.Optional(number) }, { title: 'AddressOfCase' })

const { name, email, phone_number, genre, mother_name, legal_person_type } = AccountReply.properties
const { document, full_name, nationality, pep, pep_since, occupation_cbo_code } = OnboardingRecord.properties
const { occupation_income, patrimony, company_revenue } = OnboardingRecord.properties

/** The identity data of the person or company: what was registered in the account, and the onboarding's own fields. */
export const PersonOfCase = Type.Object(
  {
    person_type: openEnum(personTypes),
    name: Type.Optional(name),
    full_name,
    document,
    email,
    phone_number,
    genre,
    mother_name,
    birth_date: Type.Optional(day),
    issue_date: Type.Optional(day),
    legal_person_type,
    address: AddressOfCase,
    nationality,
    pep,
    pep_since,
    occupation_cbo_code,
    occupation_income,
    patrimony,
    company_revenue,
  },
  { title: 'PersonOfCase' },
)

type Registered = Pick<
  UserAccount,
  'email' | 'phone_number' | 'genre' | 'mother_name' | 'birth_date' | 'issue_date' | 'legal_person_type'
> & { name: string | null }

const unregistered: Registered = {
  name: null,
  email: null,
  phone_number: null,
  genre: null,
  mother_name: null,
  birth_date: null,
  issue_date: null,
  legal_person_type: null,
}

/** An account may be withdrawn after its onboarding has ended, so the onboarding has a copy of the identity. */
export const personOf = (onboarding: Onboarding, account: UserAccount | undefined) => ({
  ...(account ?? unregistered),
  ...onboarding,
})
export type Person = Onboarding & Registered

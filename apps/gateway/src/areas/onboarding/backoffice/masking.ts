import { type Masks, masked, withMasks } from '../../../backoffice/masked.ts'
import type { Consent } from '../consents/consent-store.ts'
import type { Document } from '../documents/document.ts'
import type { Onboarding } from '../onboarding.ts'
import type { LegalRepresentative } from '../representatives/representative.ts'
import type { Shareholder } from '../shareholders/shareholder.ts'
import type { BcProtegeAnswer } from '../steps/bc-protege-store.ts'
import type { SameBytes } from '../steps/same-bytes-store.ts'
import type { Person } from './person.ts'

/** Field-level masking: how each kind of record is shown, masked or revealed. */
export interface OnboardingMasking {
  revealed: boolean
  person: (person: Person) => object
  shareholder: (shareholder: Shareholder) => object
  representative: (representative: LegalRepresentative) => object
  paper: (paper: Document) => object
  consent: (consent: Consent) => object
  registerAnswer: (answer: BcProtegeAnswer) => object
  another: (onboarding: Onboarding) => object
  sameBytes: (same: SameBytes) => object
}

const ofPerson: Masks<Person> = {
  name: masked.name,
  full_name: masked.name,
  document: masked.document,
  email: masked.email,
  phone_number: masked.phone,
  mother_name: masked.name,
  birth_date: masked.day,
  issue_date: masked.day,
}
/** City and state stay visible, so that analysts can distinguish cases. */
const ofAddress: Masks<Onboarding['address']> = {
  zip_code: masked.hidden,
  street: masked.hidden,
  neighborhood: masked.hidden,
  complement: masked.hidden,
}
const ofShareholder: Masks<Shareholder> = {
  name: masked.name,
  document: masked.document,
  zip_code: masked.hidden,
}
const ofRepresentative: Masks<LegalRepresentative> = {
  name: masked.name,
  mother_name: masked.name,
  document: masked.document,
  birth_date: masked.day,
  phone_number: masked.phone,
  email: masked.email,
}

/** The masked view, for every role that may read cases. A number has no masked form, so it is omitted. */
export const maskedSight: OnboardingMasking = {
  revealed: false,
  person: (person) => ({
    ...withMasks(person, ofPerson),
    address: { ...withMasks(person.address, ofAddress), number: null },
    occupation_income: null,
    patrimony: null,
    company_revenue: null,
  }),
  shareholder: (shareholder) => withMasks(shareholder, ofShareholder),
  representative: (representative) => ({
    ...withMasks(representative, ofRepresentative),
    address: { ...withMasks(representative.address, ofAddress), number: null },
    income: null,
    patrimony: null,
  }),
  // The sender chooses the file name, and it often contains a person's name.
  paper: (paper) => withMasks(paper, { file_name: masked.hidden }),
  consent: (consent) => withMasks(consent, { ip_address: masked.hidden }),
  registerAnswer: (answer) => ({ ...withMasks(answer, { document: masked.document }), answer: null }),
  another: (onboarding) => withMasks(onboarding, { full_name: masked.name, document: masked.document }),
  sameBytes: (same) => withMasks(same, { name: masked.name, document: masked.document }),
}

const asItIs = <Row>(row: Row): Row => row

/** The full view, for a user who has given a reason that the audit log records. */
export const revealedSight: OnboardingMasking = {
  revealed: true,
  person: asItIs,
  shareholder: asItIs,
  representative: asItIs,
  paper: asItIs,
  consent: asItIs,
  registerAnswer: asItIs,
  another: asItIs,
  sameBytes: asItIs,
}

import { abaRulesBroken } from './bank-code/aba.ts'
import { bicIssuer, bicRulesBroken } from './bank-code/bic.ts'
import { cbuRulesBroken } from './bank-code/cbu.ts'
import { clabeRulesBroken } from './bank-code/clabe.ts'
import { allDigits } from './bank-code/digits.ts'
import { febrabanRulesBroken } from './bank-code/febraban.ts'
import { type FebrabanInstitution, febrabanInstitutions } from './bank-code/febraban-institutions.ts'
import { ibanIssuer, ibanRulesBroken } from './bank-code/iban.ts'
import { type Issuer, isServedBy } from './bank-code/issuer.ts'
import type { BankCodeRule, BankCodeViolation } from './bank-code/rule-codes.ts'
import type { Country } from './country.ts'

export const bankCodeTypes = [
  'ABA',
  'BIC',
  'FEBRABAN',
  'IBAN',
  'CLABE',
  'CBU',
  'BSB',
  'IFSC',
  'SORT_CODE',
  'TRANSIT_NUMBER',
] as const

export type BankCodeType = (typeof bankCodeTypes)[number]

type Standard = {
  rulesBroken: (code: string, institutions: readonly FebrabanInstitution[]) => BankCodeRule[]
  /** Returns null when the code is too malformed to contain a country. */
  issuer: (code: string) => Issuer | null
  /** Other countries whose banks use the same codes. */
  alsoIn?: readonly Country[]
}

const standards: Record<BankCodeType, Standard> = {
  ABA: { issuer: () => 'US', rulesBroken: abaRulesBroken },
  BIC: { issuer: bicIssuer, rulesBroken: bicRulesBroken },
  FEBRABAN: { issuer: () => 'BR', rulesBroken: febrabanRulesBroken },
  IBAN: { issuer: ibanIssuer, rulesBroken: ibanRulesBroken },
  CLABE: { issuer: () => 'MX', rulesBroken: clabeRulesBroken },
  CBU: { issuer: () => 'AR', rulesBroken: cbuRulesBroken },
  // The last four have no check digit, and published branch lists go out of date between releases, so only the shape
  // is checked.
  BSB: { issuer: () => 'AU', rulesBroken: shaped(allDigits(6), 'BANK_CODE_BSB_SHAPE') },
  IFSC: { issuer: () => 'IN', rulesBroken: shaped(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'BANK_CODE_IFSC_SHAPE') },
  SORT_CODE: {
    issuer: () => 'GB',
    alsoIn: ['IE', 'GI'],
    rulesBroken: shaped(allDigits(6), 'BANK_CODE_SORT_CODE_SHAPE'),
  },
  TRANSIT_NUMBER: { issuer: () => 'CA', rulesBroken: shaped(/^0(?!0+$)\d{8}$/, 'BANK_CODE_TRANSIT_NUMBER_SHAPE') },
}

/**
 * Returns the normalised form in which a code is compared and stored. Users write codes with spaces, dots or hyphens.
 * A Canadian code is printed on cheques as transit and institution (TTTTT-III) and sent as 0IIITTTTT. The second form
 * is stored, so that one branch has one representation.
 */
export function normaliseBankCode(type: BankCodeType, raw: string): string {
  const code = raw.replaceAll(/[\s.\p{Dash_Punctuation}]/gu, '').toUpperCase()
  return type === 'TRANSIT_NUMBER' ? code.replace(/^(\d{5})(\d{3})$/, '0$2$1') : code
}

/**
 * Returns every rule that a normalised code breaks, so that the client can fix all of them at once. Check digits are
 * verified only on a code of the right shape, because otherwise they have no meaning. The operator can add
 * institutions by passing a longer list.
 */
export function bankCodeBreaks(
  type: BankCodeType,
  code: string,
  country: Country,
  institutions: readonly FebrabanInstitution[] = febrabanInstitutions.entries,
): BankCodeViolation[] {
  const { issuer, alsoIn, rulesBroken } = standards[type]
  const breaks: BankCodeViolation[] = rulesBroken(code, institutions).map((rule) => ({ rule, field: 'bank_code' }))

  const issuedBy = issuer(code)
  if (issuedBy && !alsoIn?.includes(country) && !isServedBy(country, issuedBy))
    breaks.push({ rule: 'BANK_CODE_COUNTRY_MISMATCH', field: 'country' })
  return breaks
}

function shaped(shape: RegExp, rule: BankCodeRule): Standard['rulesBroken'] {
  return (code) => (shape.test(code) ? [] : [rule])
}

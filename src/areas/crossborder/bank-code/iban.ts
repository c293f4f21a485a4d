import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { type Issuer, issuerNamed } from './issuer.ts'
import type { BankCodeRule } from './rule.ts'

const shape = /^[A-Z]{2}\d{2}[A-Z0-9]+$/

/**
 * An IBAN is held to ISO 13616: the length and pattern its country registered, which ibantools knows, and the two check
 * digits. The check digits that some countries keep inside the national part are left to the bank that gave them out,
 * because a wrong guess refuses a good account: the library's Norwegian rule does not know the old postal numbers.
 */
export function ibanRulesBroken(code: string): BankCodeRule[] {
  if (!shape.test(code)) return ['BANK_CODE_IBAN_SHAPE']

  const { errorCodes } = validateIBAN(code)
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return ['BANK_CODE_IBAN_COUNTRY_UNKNOWN']
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return ['BANK_CODE_IBAN_SHAPE']
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return ['BANK_CODE_IBAN_SHAPE']
  return errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum) ? ['BANK_CODE_IBAN_CHECK_DIGITS'] : []
}

export function ibanIssuer(code: string): Issuer | null {
  return issuerNamed(code.slice(0, 2))
}

const specifications = getCountrySpecifications()

/** Whether accounts of this issuer have an IBAN. */
export function issuesIban(issuer: Issuer): boolean {
  return typeof specifications[issuer]?.chars === 'number'
}

import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { type Issuer, issuerNamed } from './issuer.ts'
import type { BankCodeRule } from './rule-codes.ts'

const shape = /^[A-Z]{2}\d{2}[A-Z0-9]+$/

/**
 * Checks an IBAN against ISO 13616: the length and pattern that its country registered (from ibantools) and the two
 * check digits. National check digits inside the IBAN are not verified, because a wrong rule rejects a valid account:
 * the library's Norwegian rule does not cover old postal numbers.
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

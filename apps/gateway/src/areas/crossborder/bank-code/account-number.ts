import type { BankCodeType } from '../bank-code.ts'
import type { Country } from '../country.ts'
import { cbuRulesBroken } from './cbu.ts'
import { clabeRulesBroken } from './clabe.ts'
import { allDigits } from './digits.ts'
import { ibanIssuer, ibanRulesBroken, issuesIban } from './iban.ts'
import { type Issuer, isServedBy, issuersOf } from './issuer.ts'
import type { BankCodeRule } from './rule-codes.ts'

/** The rules of those standards, named after the field that they check. */
export type AccountNumberRule =
  | 'ACCOUNT_NUMBER_IBAN_SHAPE'
  | 'ACCOUNT_NUMBER_IBAN_CHECK_DIGITS'
  | 'ACCOUNT_NUMBER_CLABE_CHECK_DIGIT'
  | 'ACCOUNT_NUMBER_CBU_BRANCH_CHECK_DIGIT'
  | 'ACCOUNT_NUMBER_CBU_ACCOUNT_CHECK_DIGIT'
  | 'ACCOUNT_NUMBER_COUNTRY_MISMATCH'

/** Standards in which one number identifies both the bank and the account. */
type Standard = Extract<BankCodeType, 'IBAN' | 'CLABE' | 'CBU'>

const eighteenDigits = allDigits(18)
const twentyTwoDigits = allDigits(22)
const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/
/** Shorter numbers occur in almost any longer number by chance. */
const CONTAINED_MIN = 4

/** The account number standard of a country, if it has one. */
export function standardOf(country: Country): Standard | null {
  if (country === 'MX') return 'CLABE'
  if (country === 'AR') return 'CBU'
  return issuersOf(country).some(issuesIban) ? 'IBAN' : null
}

/** The standard of an account number, when its country has one and the number has its form. */
export function standardOfNumber(number: string, country: Country): Standard | null {
  const standard = standardOf(country)
  if (standard === 'CLABE') return eighteenDigits.test(number) ? 'CLABE' : null
  if (standard === 'CBU') return twentyTwoDigits.test(number) ? 'CBU' : null
  return standard && ibanForm.test(number) && isIbanPrefix(ibanIssuer(number)) ? 'IBAN' : null
}

const isIbanPrefix = (issuer: Issuer | null) => issuer !== null && issuesIban(issuer)

/** Returns every rule that a normalised account number breaks. A number in no standard of its country breaks none. */
export function accountNumberBreaks(number: string, country: Country): AccountNumberRule[] {
  const standard = standardOfNumber(number, country)
  if (!standard) return []
  const rulesBroken = { IBAN: ibanRulesBroken, CLABE: clabeRulesBroken, CBU: cbuRulesBroken }[standard](number)
  const broken = rulesBroken.map(
    (rule: BankCodeRule) => rule.replace('BANK_CODE_', 'ACCOUNT_NUMBER_') as AccountNumberRule,
  )
  const foreign = standard === 'IBAN' && !isServedBy(country, ibanIssuer(number)!)
  return foreign ? [...broken, 'ACCOUNT_NUMBER_COUNTRY_MISMATCH'] : broken
}

/** Whether the bank code, which also identifies the account, contains the account number. */
export function isContained(number: string, bank_code: string): boolean {
  const digits = number.replaceAll(/[^A-Z0-9]/g, '').replace(/^0+/, '')
  return digits.length >= CONTAINED_MIN && bank_code.includes(digits)
}

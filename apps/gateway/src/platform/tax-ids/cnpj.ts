import { hasCheckDigits, isRepeatedDigit } from './check-digits.ts'

/** Since July 2026 the root and the branch may hold letters; the check digits stay digits, and old numbers stay valid. */
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/
const HEAVIEST = 9

/** The number of a legal person, without mask and in capitals. It is text: it must never be stored or compared as a number. */
export function isCnpj(number: string): boolean {
  return CNPJ.test(number) && !isRepeatedDigit(number) && hasCheckDigits(number, HEAVIEST)
}

import { type Issuer, issuerNamed } from './issuer.ts'
import type { BankCodeRule } from './rule-codes.ts'

// ISO 9362 has allowed digits in the first four characters since 2014. Libraries such as ibantools still require four
// letters, and would reject a valid code.
const shape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

export function bicRulesBroken(code: string): BankCodeRule[] {
  if (!shape.test(code)) return ['BANK_CODE_BIC_SHAPE']
  return bicIssuer(code) ? [] : ['BANK_CODE_BIC_COUNTRY_UNKNOWN']
}

export function bicIssuer(code: string): Issuer | null {
  return issuerNamed(code.slice(4, 6))
}

import { allDigits, weighsToZero } from './digits.ts'
import type { BankCodeRule } from './rule.ts'

const eighteenDigits = allDigits(18)

/**
 * Bank (3), town (3), account (11) and check digit. Bank and town are not looked up: stdnum does, and refuses a good
 * CLABE whenever Mexico adds one that its lists do not have yet.
 */
export function clabeRulesBroken(code: string): BankCodeRule[] {
  if (!eighteenDigits.test(code)) return ['BANK_CODE_CLABE_SHAPE']
  return weighsToZero(code, '371') ? [] : ['BANK_CODE_CLABE_CHECK_DIGIT']
}

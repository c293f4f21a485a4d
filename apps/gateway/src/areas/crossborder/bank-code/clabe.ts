import { allDigits, hasValidWeightedSum } from './digits.ts'
import type { BankCodeRule } from './rule-codes.ts'

const eighteenDigits = allDigits(18)

/**
 * A CLABE is bank (3), town (3), account (11) and check digit. Bank and town are not looked up. The stdnum library
 * does look them up, and rejects a valid CLABE whenever Mexico adds a code that its lists do not have yet.
 */
export function clabeRulesBroken(code: string): BankCodeRule[] {
  if (!eighteenDigits.test(code)) return ['BANK_CODE_CLABE_SHAPE']
  return hasValidWeightedSum(code, '371') ? [] : ['BANK_CODE_CLABE_CHECK_DIGIT']
}

import { allDigits, hasValidWeightedSum } from './digits.ts'
import type { BankCodeRule } from './rule-codes.ts'

const nineDigits = allDigits(9)

// 00 is the government, 01-12 the Federal Reserve districts, 21-32 the thrifts, 61-72 electronic transfers, 80
// traveller's cheques. The other prefixes were never assigned, even where the check digit is right.
const prefixInUse = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

export function abaRulesBroken(code: string): BankCodeRule[] {
  if (!nineDigits.test(code)) return ['BANK_CODE_ABA_SHAPE']

  const broken: BankCodeRule[] = []
  if (!prefixInUse.test(code)) broken.push('BANK_CODE_ABA_PREFIX')
  if (!hasValidWeightedSum(code, '371')) broken.push('BANK_CODE_ABA_CHECK_DIGIT')
  return broken
}

/** Every USD account must pass this check, whatever its bank code type is. */
export function isAbaRoutingNumber(code: string): boolean {
  return abaRulesBroken(code).length === 0
}

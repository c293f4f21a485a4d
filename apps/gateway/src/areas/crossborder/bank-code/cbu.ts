import { allDigits, hasValidWeightedSum } from './digits.ts'
import type { BankCodeRule } from './rule-codes.ts'

const twentyTwoDigits = allDigits(22)

/**
 * A CBU is two numbers, bank with branch (8 digits) and account (14), and each ends with its own check digit. The CVU
 * of an Argentine wallet has the same form and is accepted, because it is paid in the same way. We do not use stdnum:
 * it expects the digit 10 where the sum already ends in zero, and so rejects one valid CBU in five.
 */
export function cbuRulesBroken(code: string): BankCodeRule[] {
  if (!twentyTwoDigits.test(code)) return ['BANK_CODE_CBU_SHAPE']

  const broken: BankCodeRule[] = []
  if (!hasValidWeightedSum(code.slice(0, 8), '71397131')) broken.push('BANK_CODE_CBU_BRANCH_CHECK_DIGIT')
  if (!hasValidWeightedSum(code.slice(8), '39713971397131')) broken.push('BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT')
  return broken
}

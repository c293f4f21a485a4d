import type { Institution } from './febraban-institutions.ts'
import type { BankCodeRule } from './rule.ts'

// The ISPB is the root of the institution's CNPJ, and a CNPJ may hold letters since July 2026.
const compeOrIspb = /^(?:\d{3}|[A-Z0-9]{8})$/

/**
 * A COMPE number or an ISPB that no listed institution has is refused, under a rule of its own: neither carries a check
 * digit, so the list is the only thing between a slip of the finger and money at another bank. New institutions appear
 * every month; the operator adds them to the list given here without waiting for a release.
 */
export function febrabanRulesBroken(code: string, institutions: readonly Institution[]): BankCodeRule[] {
  if (!compeOrIspb.test(code)) return ['BANK_CODE_FEBRABAN_SHAPE']

  const known = institutions.some(({ compe, ispb }) => code === compe || code === ispb)
  return known ? [] : ['BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN']
}

import type { FebrabanInstitution } from './febraban-institutions.ts'
import type { BankCodeRule } from './rule-codes.ts'

// The ISPB is the root of the institution's CNPJ, and a CNPJ may contain letters since July 2026.
const compeOrIspb = /^(?:\d{3}|[A-Z0-9]{8})$/

/**
 * A COMPE number or an ISPB that no listed institution has breaks a rule of its own. New institutions appear every month
 * and the list ages, so the account goes to an analyst instead of being rejected. The operator can add institutions to the
 * list without waiting for a release.
 */
export function febrabanRulesBroken(code: string, institutions: readonly FebrabanInstitution[]): BankCodeRule[] {
  if (!compeOrIspb.test(code)) return ['BANK_CODE_FEBRABAN_SHAPE']

  const known = institutions.some(({ compe, ispb }) => code === compe || code === ispb)
  return known ? [] : ['BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN']
}

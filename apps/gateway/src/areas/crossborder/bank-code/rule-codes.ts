/**
 * Every rule that a bank code can break. The texts in each language are keyed by this union, so a rule without a text
 * does not compile. The codes are part of the public contract: new ones may be added, none may be renamed.
 */
export const bankCodeRules = [
  'BANK_CODE_ABA_SHAPE',
  'BANK_CODE_ABA_PREFIX',
  'BANK_CODE_ABA_CHECK_DIGIT',
  'BANK_CODE_BIC_SHAPE',
  'BANK_CODE_BIC_COUNTRY_UNKNOWN',
  'BANK_CODE_FEBRABAN_SHAPE',
  'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN',
  'BANK_CODE_IBAN_SHAPE',
  'BANK_CODE_IBAN_COUNTRY_UNKNOWN',
  'BANK_CODE_IBAN_CHECK_DIGITS',
  'BANK_CODE_CLABE_SHAPE',
  'BANK_CODE_CLABE_CHECK_DIGIT',
  'BANK_CODE_CBU_SHAPE',
  'BANK_CODE_CBU_BRANCH_CHECK_DIGIT',
  'BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT',
  'BANK_CODE_BSB_SHAPE',
  'BANK_CODE_IFSC_SHAPE',
  'BANK_CODE_SORT_CODE_SHAPE',
  'BANK_CODE_TRANSIT_NUMBER_SHAPE',
  'BANK_CODE_COUNTRY_MISMATCH',
] as const

export type BankCodeRule = (typeof bankCodeRules)[number]

/** A broken rule, and the field of the account that the client should check first. */
export type BankCodeViolation = { rule: BankCodeRule; field: 'bank_code' | 'country' }

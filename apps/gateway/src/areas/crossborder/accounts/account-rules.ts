import type { BrokenRule } from '../../../platform/errors/fault.ts'
import type { Text } from '../../../platform/language.ts'
import { isAbaRoutingNumber } from '../bank-code/aba.ts'
import {
  type AccountNumberRule,
  accountNumberBreaks,
  isContained,
  standardOf,
  standardOfNumber,
} from '../bank-code/account-number.ts'
import type { BankCodeRule } from '../bank-code/rule-codes.ts'
import { type BankCodeType, bankCodeBreaks, normaliseBankCode } from '../bank-code.ts'
import type { Country } from '../country.ts'

type AccountRule =
  | BankCodeRule
  | AccountNumberRule
  | 'BRANCH_REQUIRED'
  | 'BANK_CODE_ABA'
  | 'ACCOUNT_NUMBER_OTHER_THAN_BANK_CODE'
  | 'ACCOUNT_NUMBER_NOT_IN_BANK_CODE'
  | 'ACCOUNT_NUMBER_NOT_CHECKED'
  | 'COORDINATE_CHARACTERS'

/**
 * Banks issue these codes in ASCII. A look-alike letter of another alphabet, or a full-width digit, would create a
 * second account for the same destination and would bypass the check digits.
 */
const inAscii = ['account_number', 'branch', 'clearing_code'] as const
const ASCII = /^[\x21-\x7e\s\u2212\p{Dash_Punctuation}]*$/u

type AccountField = 'branch' | 'country' | 'bank_code' | 'account_number' | 'clearing_code'
type AccountViolation = { field: AccountField; rule: AccountRule }

/** The fields of an account that the rules compare. */
interface ComparedAccount {
  country: Country
  currency_symbol: string
  account_number: string
  branch: string | null
  clearing_code: string | null
  bank_code: string
  bank_code_type: BankCodeType
}

/** The rules that an account breaks, and the rules that could be applied to it. */
interface AccountFindings {
  /** The request is rejected. */
  broken: BrokenRule[]
  /** No rule can decide, so the account waits for an analyst. */
  doubtful: BrokenRule[]
  /**
   * Recorded in the history of an account that the rules verified, so that ACTIVE never claims more than was checked.
   */
  applied: string[]
}

/** Creation, update and verification apply the same rules to the whole record. */
export function judgeByRules(account: ComparedAccount): AccountFindings {
  const code = codeFindings(account)
  const number = numberFindings(account)
  const branchNeeded = account.country === 'BR' || account.bank_code_type === 'FEBRABAN'
  const branch: AccountViolation[] =
    branchNeeded && !account.branch ? [{ field: 'branch', rule: 'BRANCH_REQUIRED' }] : []
  const characters = inAscii
    .filter((field) => !ASCII.test(account[field] ?? ''))
    .map((field): AccountViolation => ({ field, rule: 'COORDINATE_CHARACTERS' }))
  return {
    broken: described([...branch, ...code.broken, ...number.broken, ...characters]),
    doubtful: described([...code.doubtful, ...number.doubtful]),
    applied: [...(branchNeeded ? ['BRANCH_REQUIRED'] : []), ...code.applied, ...number.applied],
  }
}

/** A USD account is reached by its routing number whatever the code type is, so no other rule applies to its code. */
function codeFindings({ currency_symbol, country, bank_code, bank_code_type }: ComparedAccount) {
  if (currency_symbol === 'USD') {
    const broken: AccountViolation[] = isAbaRoutingNumber(bank_code)
      ? []
      : [{ field: 'bank_code', rule: 'BANK_CODE_ABA' }]
    return { broken, doubtful: [], applied: ['BANK_CODE_ABA'] }
  }
  const isDoubtful = ({ rule }: AccountViolation) =>
    rule === 'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN' ||
    (rule === 'BANK_CODE_COUNTRY_MISMATCH' && bank_code_type === 'BIC')
  const found = bankCodeBreaks(bank_code_type, bank_code, country)
  return {
    broken: found.filter((finding) => !isDoubtful(finding)),
    doubtful: found.filter(isDoubtful),
    applied: [`BANK_CODE_${bank_code_type}`, 'BANK_CODE_COUNTRY'],
  }
}

/** Checks the account number alone, and against a bank code that also contains the account. */
function numberFindings({ currency_symbol, country, account_number, bank_code, bank_code_type }: ComparedAccount) {
  const number = normaliseBankCode('IBAN', account_number)
  const standard = standardOfNumber(number, country)
  const broken: AccountRule[] = accountNumberBreaks(number, country)
  const doubtful: AccountRule[] = []
  const applied: string[] = standard ? [`ACCOUNT_NUMBER_${standard}`] : []
  if (currency_symbol !== 'USD') {
    const codeNamesAccount = bank_code_type === 'IBAN' || bank_code_type === 'CLABE' || bank_code_type === 'CBU'
    if (codeNamesAccount) applied.push('ACCOUNT_NUMBER_IN_BANK_CODE')
    if (codeNamesAccount && standard === bank_code_type && number !== bank_code)
      broken.push('ACCOUNT_NUMBER_OTHER_THAN_BANK_CODE')
    else if (codeNamesAccount && !isContained(number, bank_code)) doubtful.push('ACCOUNT_NUMBER_NOT_IN_BANK_CODE')
    else if (bank_code_type === 'BIC' && !standard && standardOf(country)) doubtful.push('ACCOUNT_NUMBER_NOT_CHECKED')
  }
  const at = (rule: AccountRule): AccountViolation => ({ field: 'account_number', rule })
  return { broken: broken.map(at), doubtful: doubtful.map(at), applied }
}

const described = (findings: AccountViolation[]): BrokenRule[] =>
  findings.map(({ field, rule }) => ({ pointer: `/body/${field}`, code: rule, detail: texts[rule] }))

const texts: Record<AccountRule, Text> = {
  BRANCH_REQUIRED: {
    'pt-BR': 'é obrigatório quando country é BR ou bank_code_type é FEBRABAN',
    'en-US': 'is required when country is BR or bank_code_type is FEBRABAN',
  },
  COORDINATE_CHARACTERS: {
    'pt-BR': 'só pode ter letras de A a Z, algarismos de 0 a 9, espaços e pontuação',
    'en-US': 'must contain only the letters A to Z, the digits 0 to 9, blanks and punctuation',
  },
  BANK_CODE_ABA: {
    'pt-BR':
      'deve ser um número ABA válido de 9 dígitos em contas USD; para uma conta USD fora dos EUA, envie o ABA do banco correspondente',
    'en-US':
      'must be a valid nine-digit ABA routing number for USD accounts; for a USD account outside the US, send the ABA of its correspondent bank',
  },
  BANK_CODE_ABA_SHAPE: { 'pt-BR': 'um número ABA tem 9 dígitos', 'en-US': 'an ABA number has nine digits' },
  BANK_CODE_ABA_PREFIX: {
    'pt-BR': 'os dois primeiros dígitos de um número ABA são 00–12, 21–32, 61–72 ou 80',
    'en-US': 'an ABA number begins with 00–12, 21–32, 61–72 or 80',
  },
  BANK_CODE_ABA_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador do número ABA não confere',
    'en-US': 'the check digit of the ABA number is wrong',
  },
  BANK_CODE_BIC_SHAPE: {
    'pt-BR': 'um BIC tem 8 ou 11 caracteres: instituição, país, localidade e, se houver, agência',
    'en-US': 'a BIC has 8 or 11 characters: institution, country, location and, if any, branch',
  },
  BANK_CODE_BIC_COUNTRY_UNKNOWN: {
    'pt-BR': 'as posições 5 e 6 de um BIC são um código de país',
    'en-US': 'positions 5 and 6 of a BIC are a country code',
  },
  BANK_CODE_FEBRABAN_SHAPE: {
    'pt-BR': 'deve ser um código COMPE de 3 dígitos ou um ISPB de 8 caracteres',
    'en-US': 'must be a COMPE code of three digits or an ISPB of eight characters',
  },
  BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN: {
    'pt-BR': 'não está na lista de instituições deste gateway: um analista confere',
    'en-US': 'is not in the list of institutions of this gateway: an analyst checks it',
  },
  BANK_CODE_IBAN_SHAPE: {
    'pt-BR': 'não tem o comprimento ou a estrutura de um IBAN deste país',
    'en-US': 'does not have the length or structure of an IBAN of this country',
  },
  BANK_CODE_IBAN_COUNTRY_UNKNOWN: {
    'pt-BR': 'começa por um país que não emite IBAN',
    'en-US': 'begins with a country that issues no IBAN',
  },
  BANK_CODE_IBAN_CHECK_DIGITS: {
    'pt-BR': 'os dígitos verificadores do IBAN não conferem',
    'en-US': 'the check digits of the IBAN are wrong',
  },
  BANK_CODE_CLABE_SHAPE: { 'pt-BR': 'uma CLABE tem 18 dígitos', 'en-US': 'a CLABE has 18 digits' },
  BANK_CODE_CLABE_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da CLABE não confere',
    'en-US': 'the check digit of the CLABE is wrong',
  },
  BANK_CODE_CBU_SHAPE: { 'pt-BR': 'uma CBU tem 22 dígitos', 'en-US': 'a CBU has 22 digits' },
  BANK_CODE_CBU_BRANCH_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador do banco e da agência na CBU não confere',
    'en-US': 'the check digit of bank and branch in the CBU is wrong',
  },
  BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da conta na CBU não confere',
    'en-US': 'the check digit of the account in the CBU is wrong',
  },
  BANK_CODE_BSB_SHAPE: { 'pt-BR': 'um BSB tem 6 dígitos', 'en-US': 'a BSB has six digits' },
  BANK_CODE_IFSC_SHAPE: {
    'pt-BR': 'um IFSC tem 4 letras, um zero e 6 letras ou dígitos',
    'en-US': 'an IFSC has four letters, a zero and six letters or digits',
  },
  BANK_CODE_SORT_CODE_SHAPE: { 'pt-BR': 'um sort code tem 6 dígitos', 'en-US': 'a sort code has six digits' },
  BANK_CODE_TRANSIT_NUMBER_SHAPE: {
    'pt-BR': 'um transit number tem 5 dígitos de agência e 3 de instituição, ou a forma 0IIITTTTT',
    'en-US': 'a transit number has five digits of branch and three of institution, or the form 0IIITTTTT',
  },
  BANK_CODE_COUNTRY_MISMATCH: {
    'pt-BR': 'o código do banco foi emitido em outro país',
    'en-US': 'the bank code was issued in another country',
  },
  ACCOUNT_NUMBER_IBAN_SHAPE: {
    'pt-BR': 'parece um IBAN, mas não tem o comprimento ou a estrutura de um IBAN deste país',
    'en-US': 'looks like an IBAN, but does not have the length or structure of an IBAN of this country',
  },
  ACCOUNT_NUMBER_IBAN_CHECK_DIGITS: {
    'pt-BR': 'os dígitos verificadores do IBAN não conferem',
    'en-US': 'the check digits of the IBAN are wrong',
  },
  ACCOUNT_NUMBER_CLABE_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da CLABE não confere',
    'en-US': 'the check digit of the CLABE is wrong',
  },
  ACCOUNT_NUMBER_CBU_BRANCH_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador do banco e da agência na CBU não confere',
    'en-US': 'the check digit of bank and branch in the CBU is wrong',
  },
  ACCOUNT_NUMBER_CBU_ACCOUNT_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da conta na CBU não confere',
    'en-US': 'the check digit of the account in the CBU is wrong',
  },
  ACCOUNT_NUMBER_COUNTRY_MISMATCH: {
    'pt-BR': 'o IBAN é de outro país',
    'en-US': 'the IBAN belongs to another country',
  },
  ACCOUNT_NUMBER_OTHER_THAN_BANK_CODE: {
    'pt-BR': 'identifica uma conta diferente da que está em bank_code',
    'en-US': 'names a different account than bank_code does',
  },
  ACCOUNT_NUMBER_NOT_IN_BANK_CODE: {
    'pt-BR': 'não aparece em bank_code, que também identifica a conta: um analista confere',
    'en-US': 'does not appear in bank_code, which names the account too: an analyst checks it',
  },
  ACCOUNT_NUMBER_NOT_CHECKED: {
    'pt-BR': 'não está no padrão do país (IBAN, CLABE ou CBU), e um BIC só identifica o banco: um analista confere',
    'en-US':
      'is not in the standard of the country (IBAN, CLABE or CBU), and a BIC names only the bank: an analyst checks it',
  },
}

import type { BrokenRule } from '../../../base/errors/fault.ts'
import type { Text } from '../../../base/language.ts'
import { isAbaRoutingNumber } from '../bank-code/aba.ts'
import type { BankCodeRule } from '../bank-code/rule.ts'
import { type BankCodeType, bankCodeBreaks } from '../bank-code.ts'
import type { Country } from '../country.ts'

type AccountRule = BankCodeRule | 'BRANCH_REQUIRED' | 'BANK_CODE_ABA'

/** What of an account the rules cross. */
interface Judged {
  country: Country
  currency_symbol: string
  branch: string | null
  bank_code: string
  bank_code_type: BankCodeType
}

/** Every rule the whole record breaks. Creation, update and verification are judged by the same ones. */
export function accountBreaks(account: Judged): BrokenRule[] {
  const broken: { field: string; rule: AccountRule }[] = []
  const branchNeeded = account.country === 'BR' || account.bank_code_type === 'FEBRABAN'
  if (branchNeeded && !account.branch) broken.push({ field: 'branch', rule: 'BRANCH_REQUIRED' })

  // A USD account is reached by its routing number whatever the code type says, so nothing else is asked of the code.
  if (account.currency_symbol !== 'USD')
    broken.push(...bankCodeBreaks(account.bank_code_type, account.bank_code, account.country))
  else if (!isAbaRoutingNumber(account.bank_code)) broken.push({ field: 'bank_code', rule: 'BANK_CODE_ABA' })
  return broken.map(({ field, rule }) => ({ pointer: `/body/${field}`, code: rule, detail: texts[rule] }))
}

const texts: Record<AccountRule, Text> = {
  BRANCH_REQUIRED: {
    'pt-BR': 'é obrigatório quando country é BR ou bank_code_type é FEBRABAN',
    'en-US': 'is required when country is BR or bank_code_type is FEBRABAN',
  },
  BANK_CODE_ABA: {
    'pt-BR': 'deve ser um número ABA válido de 9 dígitos em contas USD',
    'en-US': 'must be a valid nine-digit ABA routing number for USD accounts',
  },
  BANK_CODE_ABA_SHAPE: { 'pt-BR': 'um número ABA tem 9 dígitos', 'en-US': 'an ABA number has nine digits' },
  BANK_CODE_ABA_PREFIX: {
    'pt-BR': 'os dois primeiros dígitos de um número ABA são 00–12, 21–32, 61–72 ou 80',
    'en-US': 'an ABA number begins with 00–12, 21–32, 61–72 or 80',
  },
  BANK_CODE_ABA_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador do número ABA não confere',
    'en-US': 'the check digit of the ABA number does not hold',
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
    'pt-BR': 'nenhuma instituição conhecida tem este código COMPE ou ISPB',
    'en-US': 'no institution known has this COMPE code or ISPB',
  },
  BANK_CODE_IBAN_SHAPE: {
    'pt-BR': 'não tem o comprimento ou a estrutura de um IBAN deste país',
    'en-US': 'does not have the length or structure of an IBAN of this country',
  },
  BANK_CODE_IBAN_COUNTRY_UNKNOWN: {
    'pt-BR': 'começa por um país que não emite IBAN',
    'en-US': 'begins with a country that gives out no IBAN',
  },
  BANK_CODE_IBAN_CHECK_DIGITS: {
    'pt-BR': 'os dígitos verificadores do IBAN não conferem',
    'en-US': 'the check digits of the IBAN do not hold',
  },
  BANK_CODE_CLABE_SHAPE: { 'pt-BR': 'uma CLABE tem 18 dígitos', 'en-US': 'a CLABE has 18 digits' },
  BANK_CODE_CLABE_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da CLABE não confere',
    'en-US': 'the check digit of the CLABE does not hold',
  },
  BANK_CODE_CBU_SHAPE: { 'pt-BR': 'uma CBU tem 22 dígitos', 'en-US': 'a CBU has 22 digits' },
  BANK_CODE_CBU_BRANCH_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador do banco e da agência na CBU não confere',
    'en-US': 'the check digit of bank and branch in the CBU does not hold',
  },
  BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT: {
    'pt-BR': 'o dígito verificador da conta na CBU não confere',
    'en-US': 'the check digit of the account in the CBU does not hold',
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
    'en-US': 'the bank code was given out in another country',
  },
}

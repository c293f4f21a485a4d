import { expect, it } from 'vitest'
import { judgeByRules } from './account-rules.ts'

const german = {
  country: 'DE' as const,
  currency_symbol: 'EUR',
  account_number: 'DE89370400440532013000',
  branch: null,
  clearing_code: null,
  bank_code: 'DEUTDEFF',
  bank_code_type: 'BIC' as const,
}
const mexican = { ...german, country: 'MX' as const, currency_symbol: 'MXN', bank_code: 'BCMRMXMM' }
const argentine = { ...german, country: 'AR' as const, currency_symbol: 'ARS', bank_code: 'GABAARBA' }
const brazilian = { ...german, country: 'BR' as const, currency_symbol: 'BRL', bank_code_type: 'FEBRABAN' as const }
const IBAN = 'DE89370400440532013000'

/** Each row: a name, an account, the rules that reject it, and the rules that send it to an analyst. */
const rows: [string, Parameters<typeof judgeByRules>[0], string[], string[]][] = [
  ['a right IBAN beside a BIC', german, [], []],
  ['the same in groups', { ...german, account_number: 'DE89 3704 0044 0532 0130 00' }, [], []],
  [
    'wrong check digits',
    { ...german, account_number: 'DE88370400440532013000' },
    ['ACCOUNT_NUMBER_IBAN_CHECK_DIGITS'],
    [],
  ],
  ['an IBAN cut short', { ...german, account_number: 'DE8937040044053201300' }, ['ACCOUNT_NUMBER_IBAN_SHAPE'], []],
  [
    'an IBAN of another country',
    { ...german, account_number: 'GB29NWBK60161331926819' },
    ['ACCOUNT_NUMBER_COUNTRY_MISMATCH'],
    [],
  ],
  [
    'one letter beside a BIC',
    { ...german, account_number: 'X', bank_code: 'ZZZZDEZZ' },
    [],
    ['ACCOUNT_NUMBER_NOT_CHECKED'],
  ],
  ['a national number beside a BIC', { ...german, account_number: '0532013000' }, [], ['ACCOUNT_NUMBER_NOT_CHECKED']],
  ['a BIC of another country', { ...german, bank_code: 'TRWIBEB1' }, [], ['BANK_CODE_COUNTRY_MISMATCH']],
  [
    'a BIC of Kosovo, which no account can be in',
    { ...german, bank_code: 'NCBVXKPR' },
    [],
    ['BANK_CODE_COUNTRY_MISMATCH'],
  ],
  ['a BIC without a shape', { ...german, bank_code: 'DEUT' }, ['BANK_CODE_BIC_SHAPE'], []],

  ['an IBAN twice', { ...german, bank_code_type: 'IBAN', bank_code: IBAN }, [], []],
  [
    'an IBAN and the number in it',
    { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: '532013000' },
    [],
    [],
  ],
  ['with its zeros', { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: '0000532013000' }, [], []],
  [
    'an IBAN and another number',
    { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: '999999' },
    [],
    ['ACCOUNT_NUMBER_NOT_IN_BANK_CODE'],
  ],
  [
    'an IBAN and three digits of it',
    { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: '000' },
    [],
    ['ACCOUNT_NUMBER_NOT_IN_BANK_CODE'],
  ],
  [
    'two IBANs',
    { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: 'DE75512108001245126199' },
    ['ACCOUNT_NUMBER_OTHER_THAN_BANK_CODE'],
    [],
  ],
  [
    'an IBAN of another country as the code',
    { ...german, country: 'FR', bank_code_type: 'IBAN', bank_code: IBAN, account_number: '532013000' },
    ['BANK_CODE_COUNTRY_MISMATCH'],
    [],
  ],

  ['a CLABE', { ...mexican, account_number: '002010077777777771' }, [], []],
  ['a wrong CLABE', { ...mexican, account_number: '002010077777777772' }, ['ACCOUNT_NUMBER_CLABE_CHECK_DIGIT'], []],
  ['no CLABE', { ...mexican, account_number: '7777777777' }, [], ['ACCOUNT_NUMBER_NOT_CHECKED']],
  ['a CBU', { ...argentine, account_number: '2850590940090418135201' }, [], []],
  [
    'a wrong CBU',
    { ...argentine, account_number: '2850590940090418135202' },
    ['ACCOUNT_NUMBER_CBU_ACCOUNT_CHECK_DIGIT'],
    [],
  ],
  [
    'a CBU of no branch',
    { ...argentine, account_number: '2850590840090418135201' },
    ['ACCOUNT_NUMBER_CBU_BRANCH_CHECK_DIGIT'],
    [],
  ],
  [
    'a wrong CLABE in dollars',
    { ...mexican, currency_symbol: 'USD', bank_code: '021000021', account_number: '002010077777777772' },
    ['ACCOUNT_NUMBER_CLABE_CHECK_DIGIT'],
    [],
  ],

  ['a listed institution', { ...brazilian, branch: '1', bank_code: '341', account_number: '12345' }, [], []],
  [
    'one newer than the list',
    { ...brazilian, branch: '1', bank_code: '998', account_number: '12345' },
    [],
    ['BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN'],
  ],
  [
    'neither institution nor branch',
    { ...brazilian, bank_code: '998', account_number: '1' },
    ['BRANCH_REQUIRED'],
    ['BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN'],
  ],
  [
    'no code at all',
    { ...brazilian, branch: '1', bank_code: '34', account_number: '1' },
    ['BANK_CODE_FEBRABAN_SHAPE'],
    [],
  ],

  [
    'a sort code in Ireland',
    { ...german, country: 'IE', bank_code_type: 'SORT_CODE', bank_code: '900017', account_number: '10027952' },
    [],
    [],
  ],
  [
    'a sort code in Gibraltar',
    { ...german, country: 'GI', bank_code_type: 'SORT_CODE', bank_code: '608314', account_number: '10027952' },
    [],
    [],
  ],
  [
    'a sort code in France',
    { ...german, country: 'FR', bank_code_type: 'SORT_CODE', bank_code: '608314', account_number: '10027952' },
    ['BANK_CODE_COUNTRY_MISMATCH'],
    [],
  ],
  [
    'a number in a country without such a standard',
    { ...german, country: 'SG', bank_code: 'DBSSSGSG', account_number: '0012345678' },
    [],
    [],
  ],
]

it.each(rows)('%s', (_, account, broken, doubtful) => {
  const found = judgeByRules(account)
  expect(found.broken.map(({ code }) => code)).toEqual(broken)
  expect(found.doubtful.map(({ code }) => code)).toEqual(doubtful)
})

it('names as applied only rules that had something to check', () => {
  const applied = (account: Parameters<typeof judgeByRules>[0]) => judgeByRules(account).applied
  expect(applied({ ...german, currency_symbol: 'USD', bank_code: '021000021', account_number: '7' })).toEqual([
    'BANK_CODE_ABA',
  ])
  expect(applied(german)).toEqual(['BANK_CODE_BIC', 'BANK_CODE_COUNTRY', 'ACCOUNT_NUMBER_IBAN'])
  expect(applied({ ...german, account_number: '7' })).toEqual(['BANK_CODE_BIC', 'BANK_CODE_COUNTRY'])
  expect(applied({ ...brazilian, branch: '1', bank_code: '341' })).toContain('BRANCH_REQUIRED')
})

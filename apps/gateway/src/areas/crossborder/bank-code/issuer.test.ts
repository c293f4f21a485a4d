import { expect, it } from 'vitest'
import { type BankCodeType, bankCodeBreaks } from '../bank-code.ts'
import { type Country, countries } from '../country.ts'

const underFrance = ['BL', 'FR', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'] as const
const underTheStates = ['AS', 'GU', 'MP', 'PR', 'UM', 'US', 'VI'] as const

/** Each row is checked against all 249 countries, so every country that is not listed must be rejected. */
const served: [BankCodeType, string, ...Country[]][] = [
  ['ABA', '021000021', ...underTheStates],
  ['CLABE', '002010077777777771', 'MX'],
  ['CBU', '2850590940090418135201', 'AR'],
  ['BSB', '062000', 'AU', 'CC', 'CX', 'NF'],
  ['IFSC', 'HDFC0000001', 'IN'],
  ['SORT_CODE', '200000', 'GB', 'GG', 'GI', 'IE', 'IM', 'JE'],
  ['TRANSIT_NUMBER', '000410202', 'CA'],
  ['FEBRABAN', '341', 'BR'],

  ['IBAN', 'BR1800360305000010009795493C1', 'BR'],
  ['IBAN', 'DE89370400440532013000', 'DE'],
  ['IBAN', 'ES9121000418450200051332', 'ES'],
  ['IBAN', 'PT50000201231234567890154', 'PT'],
  ['IBAN', 'FR1420041010050500013M02606', ...underFrance],
  ['IBAN', 'GB29NWBK60161331926819', 'GB', 'GG', 'IM', 'JE'],
  ['IBAN', 'FI2112345600000785', 'AX', 'FI'],
  ['IBAN', 'NO9386011117947', 'NO', 'SJ'],
  // A prefix of a territory is valid only for that territory.
  ['IBAN', 'GF4120041010050500013M02606', 'GF'],
  ['IBAN', 'AX2112345600000785', 'AX'],
  // These look like territories, but have IBAN prefixes of their own.
  ['IBAN', 'FO6264600001631634', 'FO'],
  ['IBAN', 'GL8964710001000206', 'GL'],
  ['IBAN', 'GI75NWBK000000007099453', 'GI'],
  ['IBAN', 'VA59001123000012345678', 'VA'],
  // An old postal account, whose national check digit follows another rule than bank accounts.
  ['IBAN', 'NO3400004090403', 'NO', 'SJ'],
  ['IBAN', 'XK051212012345678906'],

  ['BIC', 'ITAUBRSP', 'BR'],
  ['BIC', 'DEUTDEFF', 'DE'],
  ['BIC', 'CHASUS33', ...underTheStates],
  ['BIC', 'BNPAFRPPXXX', ...underFrance],
  ['BIC', 'BARCGB22', 'GB', 'GG', 'IM', 'JE'],
  ['BIC', 'CTBAAU2S', 'AU', 'CC', 'CX', 'NF'],
  ['BIC', 'NDEAFIHH', 'AX', 'FI'],
  ['BIC', 'DNBANOKK', 'NO', 'SJ'],
  ['BIC', 'BPPRPRSX', 'PR'],
  ['BIC', 'MIDLJESH', 'JE'],
  ['BIC', 'NCBVXKPR'],
]

it.each(served)('%s %s is valid in %s', (type, code, ...expected) => {
  const accepted = countries.filter((country) => bankCodeBreaks(type, code, country).length === 0)
  expect(accepted).toEqual(expected)
})

it('reports the field country when the code is valid and the country does not match', () => {
  expect(bankCodeBreaks('BIC', 'NCBVXKPR', 'RS')).toEqual([{ rule: 'BANK_CODE_COUNTRY_MISMATCH', field: 'country' }])
})

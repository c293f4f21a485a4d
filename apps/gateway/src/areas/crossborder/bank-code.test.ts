import { wellKnownCodes } from '@eclusa/testing/well-known-codes.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAbaRoutingNumber } from './bank-code/aba.ts'
import { bankCodeRules } from './bank-code/rule-codes.ts'
import { bankCodeBreaks, bankCodeTypes, normaliseBankCode } from './bank-code.ts'

describe.each(bankCodeTypes)('%s', (type) => {
  const { country, good, bad } = wellKnownCodes[type]

  it.each(good)('accepts %s', (code) => {
    expect(bankCodeBreaks(type, code, country)).toEqual([])
  })

  it.each(bad)('rejects %j: %j', (code, ...rules) => {
    expect(bankCodeBreaks(type, code, country)).toEqual(rules.map((rule) => ({ rule, field: 'bank_code' })))
  })
})

describe('bankCodeBreaks', () => {
  it('has, above, a code that breaks each rule', () => {
    const broken = bankCodeTypes.flatMap((type) => wellKnownCodes[type].bad.flatMap(([, ...rules]) => rules))
    expect(new Set([...broken, 'BANK_CODE_COUNTRY_MISMATCH'])).toEqual(new Set(bankCodeRules))
  })

  it('reports a malformed code and an incompatible country together', () => {
    expect(bankCodeBreaks('ABA', '990000005', 'BR')).toEqual([
      { rule: 'BANK_CODE_ABA_PREFIX', field: 'bank_code' },
      { rule: 'BANK_CODE_ABA_CHECK_DIGIT', field: 'bank_code' },
      { rule: 'BANK_CODE_COUNTRY_MISMATCH', field: 'country' },
    ])
  })

  it('reads the country of an incomplete IBAN', () => {
    expect(bankCodeBreaks('IBAN', 'DE8937040044053201300', 'FR')).toEqual([
      { rule: 'BANK_CODE_IBAN_SHAPE', field: 'bank_code' },
      { rule: 'BANK_CODE_COUNTRY_MISMATCH', field: 'country' },
    ])
  })

  it('checks the length of an IBAN whose pattern is open-ended in the library', () => {
    expect(bankCodeBreaks('IBAN', 'VA640011230000123456780', 'VA')).toEqual([
      { rule: 'BANK_CODE_IBAN_SHAPE', field: 'bank_code' },
    ])
  })

  it('reports no country when the code contains none', () => {
    expect(bankCodeBreaks('BIC', 'DEUT', 'DE')).toEqual([{ rule: 'BANK_CODE_BIC_SHAPE', field: 'bank_code' }])
  })
})

describe('isAbaRoutingNumber', () => {
  it.each(wellKnownCodes.ABA.good)('accepts %s', (code) => {
    expect(isAbaRoutingNumber(code)).toBe(true)
  })

  it.each(wellKnownCodes.ABA.bad)('rejects %j', (code) => {
    expect(isAbaRoutingNumber(code)).toBe(false)
  })

  it('accepts only prefixes that were assigned', () => {
    const prefixes = Array.from({ length: 100 }, (_, prefix) => prefix).filter((prefix) => {
      const [tens, units] = [Math.trunc(prefix / 10), prefix % 10]
      const checkDigit = (10 - ((3 * tens + 7 * units + 3) % 10)) % 10
      return isAbaRoutingNumber(`${tens}${units}000010${checkDigit}`)
    })
    const districts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    const thrifts = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]
    const electronic = [61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72]
    expect(prefixes).toEqual([...districts, ...thrifts, ...electronic, 80])
  })
})

describe('normaliseBankCode', () => {
  it.each([
    ['ABA', ' 0210-0002-1 ', '021000021'],
    ['BIC', 'bnpa fr pp xxx', 'BNPAFRPPXXX'],
    ['FEBRABAN', '00.416.968', '00416968'],
    ['FEBRABAN', '001', '001'],
    ['IBAN', 'gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['IBAN', 'NO93\u00a08601\u00a011\u00a017947', 'NO9386011117947'],
    ['CLABE', '002 010 07777777777 1', '002010077777777771'],
    ['CBU', '28505909 40090418135201', '2850590940090418135201'],
    ['BSB', '062-000', '062000'],
    ['BSB', '062\u2013000', '062000'],
    ['IFSC', '\thdfc0000001\n', 'HDFC0000001'],
    ['SORT_CODE', '20-00-00', '200000'],
    ['TRANSIT_NUMBER', '10202-004', '000410202'],
    ['TRANSIT_NUMBER', '10202004', '000410202'],
    ['TRANSIT_NUMBER', '0004-10202', '000410202'],
    ['TRANSIT_NUMBER', '1020-004', '1020004'],
    // Eight digits are reordered only when they are the printed form of a Canadian cheque.
    ['FEBRABAN', '18236120', '18236120'],
  ] as const)('turns %s %j into %j', (type, raw, code) => {
    expect(normaliseBankCode(type, raw)).toBe(code)
  })

  it('leaves a normalised code as it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bankCodeTypes),
        fc.string({ unit: fc.constantFrom(...'0123456789aZé .-\u2013'.split('')) }),
        (type, raw) => {
          const code = normaliseBankCode(type, raw)
          expect(normaliseBankCode(type, code)).toBe(code)
        },
      ),
    )
  })
})

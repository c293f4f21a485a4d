import { issueBankSlip, issueCollectionSlip } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import { describe, expect, it } from 'vitest'
import { decodeDigits } from './decode-digits.ts'
import type { FlawCode } from './slip.ts'

const TODAY = '2026-10-01'
const FREE_FIELD = '0448056168623793601105800'

describe('slips seen in the wild', () => {
  it.each([
    [
      '23790448095616862379336011058009740430000124020',
      { barcode: '23797404300001240200448056168623793601105800', bank_code: '237', amount_cents: 124_020 },
    ],
    [
      '34191091070000013555851122200002157810000115300',
      { barcode: '34191578100001153001091000000135555112220000', bank_code: '341', amount_cents: 115_300 },
    ],
    ['26090420781062989442839400000004199810000002050', { amount_cents: 2050, due_date: '2025-02-03' }],
    ['07790001161206444990808159365561790020000015130', { amount_cents: 15_130, due_date: '2022-05-31' }],
    ['42297115040000195441160020034520268610000054659', { bank_code: '422', amount_cents: 54_659 }],
  ])('bank line %s', (line, expected) => {
    expect(decodeDigits(line, TODAY)).toMatchObject({ kind: 'BANK', typeable_line: line, ...expected })
  })

  it.each([
    [
      '836400000011331201380002812884627116080136181551',
      { segment: 'ELECTRICITY_AND_GAS', value_identifier: '6', amount_cents: 13_312, company_code: '0138' },
    ],
    [
      '858900004609524601791605607593050865831483000010',
      { segment: 'GOVERNMENT_AGENCY', value_identifier: '8', amount_cents: 4_605_246, company_code: '0179' },
    ],
  ])('collection line %s', (line, expected) => {
    expect(decodeDigits(line, TODAY)).toMatchObject({ kind: 'COLLECTION', typeable_line: line, ...expected })
  })

  it('reports each block whose check digit is wrong', () => {
    expect(decodeDigits('26090387873966093725124200000008198000000002000', TODAY)).toEqual({
      kind: 'REFUSED',
      flaws: [
        { code: 'BLOCK_CHECK_DIGIT_WRONG', block: 'BLOCK_2' },
        { code: 'GENERAL_CHECK_DIGIT_WRONG', block: 'BARCODE' },
      ],
    })
  })
})

describe('a mask', () => {
  it.each([
    ['26090.42078 10629.894428 39400.000004 1 99810000002050', '26090420781062989442839400000004199810000002050'],
    [
      '83640000001-1 33120138000-2\n81288462711-6\u00A008013618155-1',
      '836400000011331201380002812884627116080136181551',
    ],
  ])('%j changes nothing', (masked, bare) => {
    expect(decodeDigits(masked, TODAY)).toEqual(decodeDigits(bare, TODAY))
  })
})

describe('a bank slip', () => {
  it.each([
    ['without an amount', '15980000000000', { amount_cents: null, due_date: '2026-10-13' }],
    ['without a due date', '00000000012345', { amount_cents: 12_345, due_date: null }],
    ['without either', '00000000000000', { amount_cents: null, due_date: null }],
    [
      'whose amount takes the place of the factor',
      '01234567890123',
      { amount_cents: 1_234_567_890_123, due_date: null },
    ],
  ])('%s', (_name, factorAndAmount, expected) => {
    const slip = issueBankSlip({ bankCode: '237', currency: '9', factorAndAmount, freeField: FREE_FIELD })
    expect(decodeDigits(slip.line, TODAY)).toMatchObject({ kind: 'BANK', ...expected })
  })

  it('of the banks 800 to 809 is not decoded as a collection slip', () => {
    const slip = bankSlip({ bankCode: '804' })
    expect(decodeDigits(slip.barcode, TODAY)).toMatchObject({ kind: 'BANK', bank_code: '804' })
  })
})

describe('a collection slip', () => {
  it('with a reference value has no amount', () => {
    expect(decodeDigits(collectionSlip({ valueIdentifier: '7' }).line, TODAY)).toMatchObject({
      amount_cents: null,
      reference_value: '00000012345',
    })
  })

  it('without an amount', () => {
    expect(decodeDigits(collectionSlip({ value: '00000000000' }).line, TODAY)).toMatchObject({
      amount_cents: null,
      reference_value: null,
    })
  })

  it('of segment 6 identifies its company by the root of the CNPJ', () => {
    expect(decodeDigits(collectionSlip({ segment: '6' }).line, TODAY)).toMatchObject({
      segment: 'IDENTIFIED_BY_CNPJ',
      company_code: null,
      company_cnpj_root: '11222333',
      free_field: '000000000000000000007',
    })
  })
})

describe('a refusal', () => {
  it.each<[name: string, digits: string, code: FlawCode, block: string]>([
    ['a letter', `2379A${'0'.repeat(42)}`, 'CHARACTER_NOT_ALLOWED', 'INPUT'],
    ['digits of another script', '٢'.repeat(47), 'CHARACTER_NOT_ALLOWED', 'INPUT'],
    ['nothing', '', 'LENGTH_WRONG', 'INPUT'],
    ['a digit short of a line', '2'.repeat(46), 'LENGTH_WRONG', 'INPUT'],
    ['a currency other than the real', bankSlip({ currency: '0' }).line, 'CURRENCY_NOT_REAL', 'BLOCK_1'],
    ['the same, scanned', bankSlip({ currency: '0' }).barcode, 'CURRENCY_NOT_REAL', 'BARCODE'],
    ['a bank code that scans as collection', bankSlip({ bankCode: '836' }).line, 'COLLECTION_MARK_WRONG', 'BLOCK_1'],
    ['a segment nobody has', collectionSlip({ segment: '8' }).line, 'SEGMENT_UNKNOWN', 'BLOCK_1'],
    [
      'a value that is of no kind',
      collectionSlip({ valueIdentifier: '5' }).line,
      'VALUE_IDENTIFIER_UNKNOWN',
      'BLOCK_1',
    ],
    ['a day outside the window', bankSlip({ factor: '7300' }).line, 'DUE_DATE_OUTSIDE_WINDOW', 'BARCODE'],
  ])('of %s', (_name, digits, code, block) => {
    expect(decodeDigits(digits, TODAY)).toEqual({ kind: 'REFUSED', flaws: [{ code, block }] })
  })

  it('of 48 digits without the collection mark reports the block where the mark belongs', () => {
    expect(decodeDigits(`7${collectionSlip({}).line.slice(1)}`, TODAY)).toMatchObject({
      flaws: [
        { code: 'COLLECTION_MARK_WRONG', block: 'BLOCK_1' },
        { code: 'BLOCK_CHECK_DIGIT_WRONG', block: 'BLOCK_1' },
        { code: 'GENERAL_CHECK_DIGIT_WRONG', block: 'BARCODE' },
      ],
    })
  })

  it('reports no date error while a check digit is wrong', () => {
    const { barcode } = bankSlip({ factor: '7300' })
    const spoiled = barcode.slice(0, -1) + ((Number(barcode.at(-1)) + 5) % 10)
    expect(decodeDigits(spoiled, TODAY)).toMatchObject({
      flaws: [{ code: 'GENERAL_CHECK_DIGIT_WRONG', block: 'BARCODE' }],
    })
  })
})

function bankSlip({ bankCode = '237', currency = '9', factor = '1598' }) {
  return issueBankSlip({ bankCode, currency, factorAndAmount: `${factor}0000012345`, freeField: FREE_FIELD })
}

function collectionSlip({ segment = '3', valueIdentifier = '6', value = '00000012345' }) {
  return issueCollectionSlip({
    segment,
    valueIdentifier,
    value,
    companyAndFreeField: `11222333${'0'.repeat(20)}7`,
  })
}

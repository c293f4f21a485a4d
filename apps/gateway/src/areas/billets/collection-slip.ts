import { type CheckDigit, digitAt, modulus10, modulus11OfCollection } from './check-digits.ts'
import {
  type CollectionSlip,
  type Flaw,
  refused,
  type Segment,
  type SlipRejection,
  type ValueIdentifier,
} from './slip.ts'

/*
 * Barcode: the mark 8, segment 1, value identifier 1, general check digit 1, value 11, company 4 or 8, free field.
 * Line: the barcode cut in four blocks of eleven, a check digit after each.
 */
export const COLLECTION_LINE_LENGTH = 48

const MARK = '8'
const BLOCK_LENGTH = 11
const LINE_BLOCKS = ['BLOCK_1', 'BLOCK_2', 'BLOCK_3', 'BLOCK_4'] as const

const SEGMENTS = new Map<string, Segment>([
  ['1', 'CITY_HALL'],
  ['2', 'SANITATION'],
  ['3', 'ELECTRICITY_AND_GAS'],
  ['4', 'TELECOMMUNICATIONS'],
  ['5', 'GOVERNMENT_AGENCY'],
  ['6', 'IDENTIFIED_BY_CNPJ'],
  ['7', 'TRAFFIC_FINE'],
  ['9', 'BANK_OWN_USE'],
])

interface ValueRule {
  identifier: ValueIdentifier
  isMoney: boolean
  checkDigit: CheckDigit
}

const VALUE_RULES = new Map<string, ValueRule>([
  ['6', { identifier: '6', isMoney: true, checkDigit: modulus10 }],
  ['7', { identifier: '7', isMoney: false, checkDigit: modulus10 }],
  ['8', { identifier: '8', isMoney: true, checkDigit: modulus11OfCollection }],
  ['9', { identifier: '9', isMoney: false, checkDigit: modulus11OfCollection }],
])

/**
 * The mark 8 and a segment. No segment is 0, so the bank codes 800 to 809, of which some are in use, remain bank
 * slips.
 */
export function opensCollection(digits: string): boolean {
  return digits.startsWith(MARK) && digits.charAt(1) !== '0'
}

/** Accepts the 48 digits of a line or the 44 digits of a barcode. */
export function decodeCollectionSlip(typed: string): CollectionSlip | SlipRejection {
  const isLine = typed.length === COLLECTION_LINE_LENGTH
  const barcode = isLine ? barcodeOf(typed) : typed
  const head = isLine ? 'BLOCK_1' : 'BARCODE'
  const segment = SEGMENTS.get(barcode.charAt(1))
  const rule = VALUE_RULES.get(barcode.charAt(2))

  const flaws: Flaw[] = []
  if (!barcode.startsWith(MARK)) flaws.push({ code: 'COLLECTION_MARK_WRONG', block: head })
  if (!segment) flaws.push({ code: 'SEGMENT_UNKNOWN', block: head })
  // The identifier selects the modulus, so without a known identifier no check digit can be verified.
  if (!rule) flaws.push({ code: 'VALUE_IDENTIFIER_UNKNOWN', block: head })
  else flaws.push(...checkDigitFlaws(barcode, isLine ? typed : null, rule.checkDigit))

  if (!segment || !rule || flaws.length > 0) return refused(...flaws)
  return readSlip(barcode, isLine ? typed : lineOf(barcode, rule.checkDigit), segment, rule)
}

function checkDigitFlaws(barcode: string, line: string | null, checkDigit: CheckDigit): Flaw[] {
  const flaws: Flaw[] = []
  if (line) {
    for (const [index, block] of LINE_BLOCKS.entries()) {
      const printedAt = index * (BLOCK_LENGTH + 1) + BLOCK_LENGTH
      const expected = checkDigit(line.slice(printedAt - BLOCK_LENGTH, printedAt))
      if (expected !== digitAt(line, printedAt)) flaws.push({ code: 'BLOCK_CHECK_DIGIT_WRONG', block })
    }
  }
  if (checkDigit(barcode.slice(0, 3) + barcode.slice(4)) !== digitAt(barcode, 3)) {
    flaws.push({ code: 'GENERAL_CHECK_DIGIT_WRONG', block: 'BARCODE' })
  }
  return flaws
}

function readSlip(barcode: string, typeable_line: string, segment: Segment, rule: ValueRule): CollectionSlip {
  const value = barcode.slice(4, 15)
  // A company without a four-digit code is identified by the first eight digits of its CNPJ.
  const byCnpj = segment === 'IDENTIFIED_BY_CNPJ'
  return {
    kind: 'COLLECTION',
    barcode,
    typeable_line,
    segment,
    value_identifier: rule.identifier,
    amount_cents: rule.isMoney && Number(value) > 0 ? Number(value) : null,
    reference_value: rule.isMoney ? null : value,
    company_code: byCnpj ? null : barcode.slice(15, 19),
    company_cnpj_root: byCnpj ? barcode.slice(15, 23) : null,
    due_date: null,
    free_field: barcode.slice(byCnpj ? 23 : 19),
  }
}

function barcodeOf(line: string): string {
  return line.slice(0, 11) + line.slice(12, 23) + line.slice(24, 35) + line.slice(36, 47)
}

function lineOf(barcode: string, checkDigit: CheckDigit): string {
  const blocks = LINE_BLOCKS.map((_, index) => barcode.slice(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH))
  return blocks.map((block) => block + checkDigit(block)).join('')
}

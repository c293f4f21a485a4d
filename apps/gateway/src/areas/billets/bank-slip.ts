import { digitAt, modulus10, modulus11OfBanks } from './check-digits.ts'
import { opensCollection } from './collection-slip.ts'
import { dueDate } from './due-date.ts'
import { type BankSlip, type Flaw, refused, type SlipRejection } from './slip.ts'

/*
 * Barcode: bank 3, currency 1, general check digit 1, due-date factor 4, amount 10, free field 25.
 * Line: the same digits in another order, the free field cut over three blocks that carry a check digit each.
 */
export const BANK_LINE_LENGTH = 47

const REAL = '9'
const LINE_BLOCKS = [
  { block: 'BLOCK_1', from: 0, to: 9 },
  { block: 'BLOCK_2', from: 10, to: 20 },
  { block: 'BLOCK_3', from: 21, to: 31 },
] as const

/** Takes the 47 digits of a line or the 44 of a barcode. */
export function decodeBankSlip(typed: string, today: string): BankSlip | SlipRejection {
  const isLine = typed.length === BANK_LINE_LENGTH
  const barcode = isLine ? barcodeOf(typed) : typed
  const flaws = isLine ? lineFlaws(typed) : []
  if (barcode.charAt(3) !== REAL) flaws.push({ code: 'CURRENCY_NOT_REAL', block: isLine ? 'BLOCK_1' : 'BARCODE' })
  if (modulus11OfBanks(barcode.slice(0, 4) + barcode.slice(5)) !== digitAt(barcode, 4)) {
    flaws.push({ code: 'GENERAL_CHECK_DIGIT_WRONG', block: 'BARCODE' })
  }
  // The due date is checked only when the check digits are right: a mistyped factor would give a meaningless date.
  if (flaws.length > 0) return refused(...flaws)
  return readSlip(barcode, isLine ? typed : lineOf(barcode), today)
}

function readSlip(barcode: string, typeable_line: string, today: string): BankSlip | SlipRejection {
  const factorAndAmount = barcode.slice(5, 19)
  // Factors begin at 1000. A leading zero means that there is none, and the amount may use all fourteen digits.
  const hasFactor = !factorAndAmount.startsWith('0')
  const due_date = hasFactor ? dueDate(Number(factorAndAmount.slice(0, 4)), today) : null
  if (hasFactor && due_date === null) return refused({ code: 'DUE_DATE_OUTSIDE_WINDOW', block: 'BARCODE' })
  const cents = Number(hasFactor ? factorAndAmount.slice(4) : factorAndAmount)
  return {
    kind: 'BANK',
    barcode,
    typeable_line,
    bank_code: barcode.slice(0, 3),
    currency_code: REAL,
    amount_cents: cents === 0 ? null : cents,
    due_date,
    free_field: barcode.slice(19),
  }
}

function lineFlaws(line: string): Flaw[] {
  const flaws: Flaw[] = []
  // Its barcode would scan as a collection slip: two documents must never have the same digits.
  if (opensCollection(line)) flaws.push({ code: 'COLLECTION_MARK_WRONG', block: 'BLOCK_1' })
  for (const { block, from, to } of LINE_BLOCKS) {
    if (modulus10(line.slice(from, to)) !== digitAt(line, to)) flaws.push({ code: 'BLOCK_CHECK_DIGIT_WRONG', block })
  }
  return flaws
}

function barcodeOf(line: string): string {
  return line.slice(0, 4) + line.slice(32, 47) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)
}

function lineOf(barcode: string): string {
  const blocks = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34, 44)]
  return blocks.map((block) => block + modulus10(block)).join('') + barcode.slice(4, 19)
}

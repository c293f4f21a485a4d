import { BANK_LINE_LENGTH, decodeBankSlip } from './bank-slip.ts'
import { COLLECTION_LINE_LENGTH, decodeCollectionSlip, opensCollection } from './collection-slip.ts'
import { type Decoding, refused } from './slip.ts'

const BARCODE_LENGTH = 44

/** Dots, hyphens and blanks, where printers and PDF readers leave them. Anything else was not on the slip. */
const MASK = /[\s.-]/g
const DIGITS = /^[0-9]*$/

/**
 * Reads a typed line or a scanned barcode, masked or not. `today` is the date in America/Sao_Paulo: the same digits
 * mean another due date once a cycle of the factor has passed, so the clock is given and never read here.
 */
export function decodeDigits(digits: string, today: string): Decoding {
  const typed = digits.replaceAll(MASK, '')
  if (!DIGITS.test(typed)) return refused({ code: 'CHARACTER_NOT_ALLOWED', block: 'INPUT' })
  switch (typed.length) {
    case BANK_LINE_LENGTH:
      return decodeBankSlip(typed, today)
    case COLLECTION_LINE_LENGTH:
      return decodeCollectionSlip(typed)
    case BARCODE_LENGTH:
      return opensCollection(typed) ? decodeCollectionSlip(typed) : decodeBankSlip(typed, today)
    default:
      return refused({ code: 'LENGTH_WRONG', block: 'INPUT' })
  }
}

import { BANK_LINE_LENGTH, decodeBankSlip } from './bank-slip.ts'
import { COLLECTION_LINE_LENGTH, decodeCollectionSlip, opensCollection } from './collection-slip.ts'
import { type Decoding, refused } from './slip.ts'

const BARCODE_LENGTH = 44

/** Dots, hyphens and spaces, which printers and PDF readers insert. Any other character was not on the slip. */
const MASK = /[\s.-]/g
const DIGITS = /^[0-9]*$/

/**
 * Decodes a typed line or a scanned barcode, masked or not. `today` is the date in America/Sao_Paulo. The same digits
 * mean another due date after each cycle of the factor, so the caller passes the date and this function reads no
 * clock.
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

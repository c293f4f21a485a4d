/**
 * Prints valid slips, as a bank or a utility would. Independent of the decoder and from tables instead of formulas, so that
 * a mistake in one is not repeated in the other.
 */

export interface PrintedSlip {
  barcode: string
  line: string
}

export interface BankTerms {
  bankCode: string
  currency: string
  /** Four digits, then ten. */
  factorAndAmount: string
  freeField: string
}

export interface CollectionTerms {
  segment: string
  valueIdentifier: string
  value: string
  companyAndFreeField: string
}

export function issueBankSlip({ bankCode, currency, factorAndAmount, freeField }: BankTerms): PrintedSlip {
  const general = bankMod11(bankCode + currency + factorAndAmount + freeField)
  const blocks = [bankCode + currency + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)]
  return {
    barcode: bankCode + currency + general + factorAndAmount + freeField,
    line: blocks.map((block) => block + mod10(block)).join('') + general + factorAndAmount,
  }
}

export function issueCollectionSlip(terms: CollectionTerms): PrintedSlip {
  const checkDigit = '67'.includes(terms.valueIdentifier) ? mod10 : collectionMod11
  const head = `8${terms.segment}${terms.valueIdentifier}`
  const tail = terms.value + terms.companyAndFreeField
  const barcode = head + checkDigit(head + tail) + tail
  return { barcode, line: barcode.replaceAll(/.{11}/g, (block) => block + checkDigit(block)) }
}

/** The factor an issuer prints for a due date: 1000 to 9999, then 1000 again. */
export function factorFor(dueDate: string): string {
  const days = (Date.parse(dueDate) - Date.parse('1997-10-07')) / 86_400_000
  return String(days < 10_000 ? days : 1000 + ((days - 1000) % 9000))
}

export function mod10(digits: string): string {
  const sum = addUp(digits, (index, digit) => Number((index % 2 === 0 ? '0246813579' : '0123456789').charAt(digit)))
  return '0987654321'.charAt(sum % 10)
}

export function bankMod11(digits: string): string {
  return '11987654321'.charAt(addUp(digits, (index, digit) => (2 + (index % 8)) * digit) % 11)
}

export function collectionMod11(digits: string): string {
  return '00987654321'.charAt(addUp(digits, (index, digit) => (2 + (index % 8)) * digit) % 11)
}

/** Adds from the right, as check digits require. */
function addUp(digits: string, term: (index: number, digit: number) => number): number {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) sum += term(index, Number(digits.at(-1 - index)))
  return sum
}

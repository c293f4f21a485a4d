/**
 * The three check digits printed on slips. Each function receives the covered digits, without the check digit itself.
 */

export type CheckDigit = (digits: string) => number

/** Protects the blocks of every bank line, and every block of a collection slip with value identifier 6 or 7. */
export function modulus10(digits: string): number {
  let sum = 0
  let weight = 2
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const product = weight * digitAt(digits, at)
    sum += product > 9 ? product - 9 : product
    weight = 3 - weight
  }
  return (10 - (sum % 10)) % 10
}

/**
 * Protects the barcode of a bank slip. The remainders 0 and 1 have no digit of their own and are printed as 1, never
 * 0. The collection rule here would reject about one valid slip in five.
 */
export function modulus11OfBanks(digits: string): number {
  const remainder = remainderBy11(digits)
  return remainder < 2 ? 1 : 11 - remainder
}

/**
 * Protects every block of a collection slip with value identifier 8 or 9, where the same two remainders are printed as
 * 0.
 */
export function modulus11OfCollection(digits: string): number {
  const remainder = remainderBy11(digits)
  return remainder < 2 ? 0 : 11 - remainder
}

export function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - 48
}

function remainderBy11(digits: string): number {
  let sum = 0
  let weight = 2
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    sum += weight * digitAt(digits, at)
    weight = weight === 9 ? 2 : weight + 1
  }
  return sum % 11
}

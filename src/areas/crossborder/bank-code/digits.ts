/**
 * Matches exactly so many digits, unless all are zero: every weighted sum is content with zeros, and a number of
 * nothing but zeros is a form filled in to get past it.
 */
export function allDigits(length: number): RegExp {
  return new RegExp(`^(?!0+$)\\d{${length}}$`)
}

/**
 * ABA, CLABE and CBU guard their digits in one way: each digit is multiplied by its weight, and the sum, check digit
 * included, ends in zero. The weights are written as digits too, and start over when they run out.
 */
export function weighsToZero(digits: string, weights: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    sum += Number(digits.charAt(place)) * Number(weights.charAt(place % weights.length))
  }
  return sum % 10 === 0
}

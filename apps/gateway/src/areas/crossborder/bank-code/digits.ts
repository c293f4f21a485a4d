/**
 * Matches exactly this number of digits, except all zeros. Zeros pass every weighted sum, and users enter them to get
 * past the form.
 */
export function allDigits(length: number): RegExp {
  return new RegExp(`^(?!0+$)\\d{${length}}$`)
}

/**
 * The weighted checksum of ABA, CLABE and CBU: each digit is multiplied by its weight, and the sum, including the
 * check digit, is a multiple of ten. The weights are a string of digits and repeat when they run out.
 */
export function hasValidWeightedSum(digits: string, weights: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    sum += Number(digits.charAt(place)) * Number(weights.charAt(place % weights.length))
  }
  return sum % 10 === 0
}

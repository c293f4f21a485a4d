/**
 * The two check digits of CPF and CNPJ: modulus 11, where a remainder below 2 becomes 0. Each character counts as its code minus
 * 48: digits keep their value, and letters, which only a CNPJ may have, run from 17 to 42.
 */
export function hasCheckDigits(number: string, heaviest: number): boolean {
  const stem = number.slice(0, -2)
  const first = checkDigit(stem, heaviest)
  return number === `${stem}${first}${checkDigit(`${stem}${first}`, heaviest)}`
}

/** Weights count from the right, from 2 upwards, and start again after the highest. */
function checkDigit(characters: string, heaviest: number): number {
  let sum = 0
  let weight = 2
  for (let at = characters.length - 1; at >= 0; at -= 1) {
    sum += weight * (characters.charCodeAt(at) - 48)
    weight = weight === heaviest ? 2 : weight + 1
  }
  const remainder = sum % 11
  return remainder < 2 ? 0 : 11 - remainder
}

/** 111.111.111-11 and similar numbers satisfy the check digits, but were never issued. People type them to get past a form. */
export function isRepeatedDigit(number: string): boolean {
  return number === number.charAt(0).repeat(number.length)
}

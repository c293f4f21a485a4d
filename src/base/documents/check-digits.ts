/**
 * The two check digits that CPF and CNPJ share: modulus 11, where a remainder below 2 is printed as 0. Every character
 * counts as its code less 48: digits stay what they are, and letters, which only a CNPJ may hold, run from 17 to 42.
 */
export function hasCheckDigits(number: string, heaviest: number): boolean {
  const stem = number.slice(0, -2)
  const first = checkDigit(stem, heaviest)
  return number === `${stem}${first}${checkDigit(`${stem}${first}`, heaviest)}`
}

/** Weights run from the right, 2 upwards, and begin again after the heaviest. */
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

/** 111.111.111-11 and its like pass the arithmetic, were never given to anyone, and are what people type to get past. */
export function isOneCharacter(number: string): boolean {
  return number === number.charAt(0).repeat(number.length)
}

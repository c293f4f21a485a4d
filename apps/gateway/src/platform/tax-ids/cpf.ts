import { hasCheckDigits, isRepeatedDigit } from './check-digits.ts'

const CPF = /^[0-9]{11}$/
const HEAVIEST = 11

/** The number of a natural person, without mask: eleven digits, of which the last two are check digits. */
export function isCpf(number: string): boolean {
  return CPF.test(number) && !isRepeatedDigit(number) && hasCheckDigits(number, HEAVIEST)
}

/** Masked for display: its owner recognises it, and others cannot use it. */
export function maskCpf(cpf: string): string {
  return `***${cpf.slice(3, 9)}**`
}

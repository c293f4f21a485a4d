import { hasCheckDigits, isOneCharacter } from './check-digits.ts'

const CPF = /^[0-9]{11}$/
const HEAVIEST = 11

/** The number of a natural person, bare: eleven digits, the last two of which check the others. */
export function isCpf(number: string): boolean {
  return CPF.test(number) && !isOneCharacter(number) && hasCheckDigits(number, HEAVIEST)
}

/** As it is shown to others: enough for its owner to recognise, too little for anyone else to use. */
export function maskCpf(cpf: string): string {
  return `***${cpf.slice(3, 9)}**`
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BankCodeType, bankCodeBreaks } from '../bank-code.ts'
import type { Country } from '../country.ts'
import type { BankCodeRule } from './rule-codes.ts'

/** A sequence of digits that ends with a check digit, and the weight of each digit. The check digit has weight one. */
type TestCheckDigitsBlock = { rule: BankCodeRule; weights: string }

const weighted: { type: BankCodeType; country: Country; blocks: TestCheckDigitsBlock[] }[] = [
  { type: 'ABA', country: 'US', blocks: [{ rule: 'BANK_CODE_ABA_CHECK_DIGIT', weights: '371371371' }] },
  { type: 'CLABE', country: 'MX', blocks: [{ rule: 'BANK_CODE_CLABE_CHECK_DIGIT', weights: '371371371371371371' }] },
  {
    type: 'CBU',
    country: 'AR',
    blocks: [
      { rule: 'BANK_CODE_CBU_BRANCH_CHECK_DIGIT', weights: '71397131' },
      { rule: 'BANK_CODE_CBU_ACCOUNT_CHECK_DIGIT', weights: '39713971397131' },
    ],
  },
]

describe.each(weighted)('$type', ({ type, country, blocks }) => {
  const rulesBroken = (code: string) => bankCodeBreaks(type, code, country).map(({ rule }) => rule)
  const checkDigitRules = (code: string) =>
    rulesBroken(code).filter((rule) => blocks.some((block) => block.rule === rule))
  const places = blocks.flatMap(({ rule, weights }) => digitsOf(weights).map((weight) => ({ rule, weight })))
  const codes = fc
    .tuple(...blocks.map(closedBlock))
    .map((parts) => parts.join(''))
    .filter((code) => /[1-9]/.test(code))

  it('accepts check digits calculated from the published weights', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(checkDigitRules(code)).toEqual([])
      }),
    )
  })

  it('rejects any one digit changed, because no weight shares a factor with ten', () => {
    fc.assert(
      fc.property(codes, fc.nat(places.length - 1), fc.integer({ min: 1, max: 9 }), (code, place, step) => {
        const digit = (Number(code.charAt(place)) + step) % 10
        expect(checkDigitRules(code.slice(0, place) + digit + code.slice(place + 1))).toEqual([places[place]?.rule])
      }),
    )
  })

  // A swap inside a block changes its sum by the difference of the weights times the difference of the digits. Weights
  // are odd, so neighbouring weights differ by an even number. Digits that differ by five therefore give a multiple of
  // ten, and no other pair does. A swap across two blocks changes one digit of each, and both check digits detect it.
  it('rejects two neighbours swapped, unless they are equal, or differ by five in the same block', () => {
    fc.assert(
      fc.property(codes, fc.nat(places.length - 2), (code, place) => {
        const apart = Math.abs(Number(code.charAt(place)) - Number(code.charAt(place + 1)))
        const touched = [...new Set(places.slice(place, place + 2).map(({ rule }) => rule))]
        const escapes = apart === 0 || (apart === 5 && touched.length === 1)
        expect(checkDigitRules(swapAt(code, place))).toEqual(escapes ? [] : touched)
      }),
      { numRuns: 500 },
    )
  })

  it('has weights that meet the assumptions of that reasoning', () => {
    for (const { weights } of blocks) {
      const each = digitsOf(weights)
      expect(each.filter((weight) => weight % 2 === 0 || weight % 5 === 0)).toEqual([])
      expect(each.slice(1).filter((weight, before) => (weight - (each[before] ?? 0)) % 10 === 0)).toEqual([])
    }
  })
})

describe('IBAN', () => {
  const german = digitString(18).map((bban) => withCheckDigits('DE', bban))

  it('rejects any one digit changed, because 97 divides no digit times a power of ten', () => {
    fc.assert(
      fc.property(german, fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (code, place, step) => {
        const digit = (Number(code.charAt(place)) + step) % 10
        expect(isRefused(code, 'DE')).toBe(false)
        expect(isRefused(code.slice(0, place) + digit + code.slice(place + 1), 'DE')).toBe(true)
      }),
    )
  })

  // A swap of two digits changes the number by nine times their difference times a power of ten, which 97 never
  // divides. The last check digit and the first digit of the bank are at opposite ends of the number, but fewer places
  // apart than the 96 after which powers of ten repeat.
  it('rejects any two different digits swapped', () => {
    fc.assert(
      fc.property(german, fc.integer({ min: 2, max: 20 }), (code, place) => {
        expect(isRefused(swapAt(code, place), 'DE')).toBe(code.charAt(place) !== code.charAt(place + 1))
      }),
    )
  })

  // A letter counts as two digits, 10 to 35. A swap with a digit changes the number by 9 x (letter - 11 x digit),
  // which is zero for B1, M2 and X3. A swap of two letters changes it by 99 times their difference, which is never
  // zero.
  it('rejects letters and digits swapped, except for B1, M2 and X3', () => {
    const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const pairs = alphanumeric.flatMap((left) => alphanumeric.map((right) => left + right))
    const escaped = pairs.filter((pair) => {
      const code = withCheckDigits('LC', `HEMM0001${pair}00120012000230`.padEnd(28, '0'))
      return pair.charAt(0) !== pair.charAt(1) && !isRefused(swapAt(code, 12), 'LC')
    })
    expect(escaped).toEqual(['1B', '2M', '3X', 'B1', 'M2', 'X3'])
  })
})

function digitsOf(text: string): number[] {
  return text.split('').map(Number)
}

function digitString(length: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: length, maxLength: length })
}

/** Random digits with the check digit that makes the weighted sum a multiple of ten. */
function closedBlock({ weights }: TestCheckDigitsBlock): fc.Arbitrary<string> {
  return digitString(weights.length - 1).map((body) => {
    const sum = digitsOf(body).reduce((total, digit, place) => total + digit * Number(weights.charAt(place)), 0)
    return `${body}${(10 - (sum % 10)) % 10}`
  })
}

/** Calculates ISO 7064 over one big integer, independently of the library under test. */
function withCheckDigits(country: Country, bban: string): string {
  const number = `${bban}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`
}

function isRefused(iban: string, country: Country): boolean {
  return bankCodeBreaks('IBAN', iban, country).some(({ rule }) => rule === 'BANK_CODE_IBAN_CHECK_DIGITS')
}

function swapAt(code: string, place: number): string {
  return code.slice(0, place) + code.charAt(place + 1) + code.charAt(place) + code.slice(place + 2)
}

import { bankMod11, collectionMod11, mod10 } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modulus10, modulus11OfBanks, modulus11OfCollection } from './check-digits.ts'

const digits = fc.stringMatching(/^[0-9]{1,43}$/)

describe('check digits', () => {
  it.each([
    ['237904480', 9],
    ['5616862379', 3],
    ['3601105800', 9],
    ['83640000001', 1],
  ])('modulus 10 of %s is %i', (block, expected) => {
    expect(modulus10(block)).toBe(expected)
  })

  it.each([
    ['2379404300001240200448056168623793601105800', 7],
    ['3419578100001153001091000000135555112220000', 1],
    ['2609998100000020500420710629894423940000000', 1],
  ])('modulus 11 of the bank barcode %s is %i', (barcode, expected) => {
    expect(modulus11OfBanks(barcode)).toBe(expected)
  })

  it.each([
    ['85890000460', 9],
    ['52460179160', 5],
    ['60759305086', 5],
    ['83148300001', 0],
  ])('modulus 11 of the collection block %s is %i', (block, expected) => {
    expect(modulus11OfCollection(block)).toBe(expected)
  })

  // A single digit has weight 2, which is enough to reach the remainders that have a special printed digit.
  it.each([
    ['0', 0, 1, 0],
    ['6', 1, 1, 0],
    ['1', 2, 9, 9],
    ['5', 10, 1, 1],
  ])('%s leaves remainder %i: banks print %i, collection prints %i', (number, _remainder, bank, collection) => {
    expect(modulus11OfBanks(number)).toBe(bank)
    expect(modulus11OfCollection(number)).toBe(collection)
  })

  it('match those that an issuer calculates from its tables', () => {
    fc.assert(
      fc.property(digits, (number) => {
        expect(String(modulus10(number))).toBe(mod10(number))
        expect(String(modulus11OfBanks(number))).toBe(bankMod11(number))
        expect(String(modulus11OfCollection(number))).toBe(collectionMod11(number))
      }),
      { numRuns: 1000 },
    )
  })
})

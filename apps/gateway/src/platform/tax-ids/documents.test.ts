import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCnpj } from './cnpj.ts'
import { isCpf, maskCpf } from './cpf.ts'

/** The tables as the tax authority prints them, written out, so that a mistake in the arithmetic is not repeated here. */
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const VALUES = '0123456789.......ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function printed(stem: string, weights: number[]): string {
  const used = weights.slice(weights.length - stem.length)
  const sum = used.reduce((total, weight, index) => total + weight * VALUES.indexOf(stem.charAt(index)), 0)
  return stem + '00987654321'.charAt(sum % 11)
}
const cpfOf = (stem: string) => printed(printed(stem, CPF_WEIGHTS), CPF_WEIGHTS)
const cnpjOf = (stem: string) => printed(printed(stem, CNPJ_WEIGHTS), CNPJ_WEIGHTS)

const cpfs = fc
  .stringMatching(/^[0-9]{9}$/)
  .filter((stem) => !/^(.)\1*$/.test(stem))
  .map(cpfOf)
const numericCnpjs = fc
  .stringMatching(/^[0-9]{12}$/)
  .filter((stem) => !/^(.)\1*$/.test(stem))
  .map(cnpjOf)
const cnpjs = fc.stringMatching(/^[0-9A-Z]{11}[A-Z]$/).map(cnpjOf)

describe('a CPF', () => {
  it.each(['11144477735', '52998224725', '12345678909'])('%s is valid', (cpf) => expect(isCpf(cpf)).toBe(true))

  it.each([
    ['one digit off', '11144477734'],
    ['eleven of the same', '11111111111'],
    ['all zeros', '00000000000'],
    ['masked', '111.444.777-35'],
    ['short', '1114447773'],
    ['long', '111444777350'],
    ['with a letter', '1114447773A'],
    ['in another script', '١١١٤٤٤٧٧٧٣٥'],
    ['nothing', ''],
    ['with a line end', '11144477735\n'],
  ])('%s is not valid', (_name, number) => expect(isCpf(number)).toBe(false))

  it('is valid with the check digits of the printed tables, and with no others', () => {
    fc.assert(
      fc.property(cpfs, fc.integer({ min: 0, max: 99 }), (cpf, other) => {
        const spoiled = cpf.slice(0, 9) + String(other).padStart(2, '0')
        expect(isCpf(cpf)).toBe(true)
        expect(isCpf(spoiled)).toBe(spoiled === cpf)
      }),
      { numRuns: 2000 },
    )
  })

  it('is shown without its first three and last two digits', () => {
    expect(maskCpf('01294174790')).toBe('***941747**')
    fc.assert(fc.property(cpfs, (cpf) => /^\*{3}[0-9]{6}\*{2}$/.test(maskCpf(cpf))))
  })
})

describe('a CNPJ', () => {
  it.each(['12ABC34501DE35', '11222333000181', '00000000000191'])('%s is valid', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true)
  })

  it.each([
    ['one digit off', '12ABC34501DE36'],
    ['one letter off', '12ABD34501DE35'],
    ['in small letters', '12abc34501de35'],
    ['with a letter for a check digit', '12ABC34501DE3A'],
    ['all zeros', '00000000000000'],
    ['masked', '11.222.333/0001-81'],
    ['short', '1122233300018'],
    ['with an accent', '12ÁBC34501DE35'],
    ['with the characters between digits and letters in ASCII', '12:BC34501DE35'],
    ['nothing', ''],
  ])('%s is not valid', (_name, number) => expect(isCnpj(number)).toBe(false))

  it.each([
    ['of digits', numericCnpjs],
    ['with letters', cnpjs],
  ])('%s is valid with the check digits of the printed tables, and with no others', (_name, numbers) => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 99 }), (cnpj, other) => {
        const spoiled = cnpj.slice(0, 12) + String(other).padStart(2, '0')
        expect(isCnpj(cnpj)).toBe(true)
        expect(isCnpj(spoiled)).toBe(spoiled === cnpj)
      }),
      { numRuns: 2000 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { bankCodeBreaks } from '../bank-code.ts'
import { type FebrabanInstitution, febrabanInstitutions } from './febraban-institutions.ts'

const { asOf, entries } = febrabanInstitutions
const compes = entries.flatMap(({ compe }) => compe ?? [])
const ispbs = entries.map(({ ispb }) => ispb)

describe('the list of institutions', () => {
  it('has a date', () => {
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('gives each number to only one institution', () => {
    expect(new Set(compes).size).toBe(compes.length)
    expect(new Set(ispbs).size).toBe(ispbs.length)
  })

  it('is sorted, so that every new institution has one place', () => {
    expect(compes).toEqual(compes.toSorted())
  })

  it('contains well-formed numbers, and all of them are accepted', () => {
    const refused = [...compes, ...ispbs].filter((code) => bankCodeBreaks('FEBRABAN', code, 'BR').length > 0)
    expect(refused).toEqual([])
  })
})

describe('an institution that is not in the list', () => {
  const newcomer: FebrabanInstitution = { compe: '998', ispb: '12ABC345', name: 'Newcomer' }
  const unknown = [{ rule: 'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN', field: 'bank_code' }]

  it.each(['998', '12ABC345'])('is rejected as %s', (code) => {
    expect(bankCodeBreaks('FEBRABAN', code, 'BR')).toEqual(unknown)
  })

  it.each(['998', '12ABC345', '001'])('is accepted as %s once the operator adds it', (code) => {
    expect(bankCodeBreaks('FEBRABAN', code, 'BR', [...entries, newcomer])).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { bankCodeBreaks } from '../bank-code.ts'
import { febrabanInstitutions, type Institution } from './febraban-institutions.ts'

const { asOf, entries } = febrabanInstitutions
const compes = entries.flatMap(({ compe }) => compe ?? [])
const ispbs = entries.map(({ ispb }) => ispb)

describe('the list of institutions', () => {
  it('says its date', () => {
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('gives each number to one institution', () => {
    expect(new Set(compes).size).toBe(compes.length)
    expect(new Set(ispbs).size).toBe(ispbs.length)
  })

  it('is kept in order, so that a new line has one place', () => {
    expect(compes).toEqual(compes.toSorted())
  })

  it('holds well-formed numbers, all of them accepted', () => {
    const refused = [...compes, ...ispbs].filter((code) => bankCodeBreaks('FEBRABAN', code, 'BR').length > 0)
    expect(refused).toEqual([])
  })
})

describe('an institution the list does not have', () => {
  const newcomer: Institution = { compe: '998', ispb: '12ABC345', name: 'Newcomer' }
  const unknown = [{ rule: 'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN', field: 'bank_code' }]

  it.each(['998', '12ABC345'])('is refused as %s', (code) => {
    expect(bankCodeBreaks('FEBRABAN', code, 'BR')).toEqual(unknown)
  })

  it.each(['998', '12ABC345', '001'])('is accepted as %s once the operator adds it', (code) => {
    expect(bankCodeBreaks('FEBRABAN', code, 'BR', [...entries, newcomer])).toEqual([])
  })
})

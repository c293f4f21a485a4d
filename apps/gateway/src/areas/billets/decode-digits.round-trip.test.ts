import { factorFor, issueBankSlip, issueCollectionSlip } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDigits } from './decode-digits.ts'
import { AHEAD_DAYS_MAX, dateOf, dayOf, PAST_DAYS_MAX } from './due-date.ts'

/** The last day of the first cycle, the first day of the second, and two days well inside it. */
const TODAYS = ['2025-02-21', '2025-02-22', '2026-10-01', '2030-01-01']

const bankTerms = fc.record({
  today: fc.constantFrom(...TODAYS),
  daysAhead: fc.option(fc.integer({ min: -PAST_DAYS_MAX, max: AHEAD_DAYS_MAX })),
  bankCode: digits(3).filter((code) => !/^8[1-9]/.test(code)),
  cents: fc.nat({ max: 9_999_999_999 }),
  freeField: digits(25),
})

const collectionTerms = fc.record({
  segment: fc.stringMatching(/^[1-79]$/),
  valueIdentifier: fc.stringMatching(/^[6-9]$/),
  value: digits(11),
  companyAndFreeField: digits(29),
})

describe('a slip decodes to what its issuer printed', () => {
  it('bank slips, from the line, the masked line and the barcode', () => {
    fc.assert(
      fc.property(bankTerms, ({ today, daysAhead, bankCode, cents, freeField }) => {
        const dueDate = daysAhead === null ? null : dateOf(dayOf(today) + daysAhead)
        const factorAndAmount = (dueDate ? factorFor(dueDate) : '0000') + String(cents).padStart(10, '0')
        const { barcode, line } = issueBankSlip({ bankCode, currency: '9', factorAndAmount, freeField })
        for (const typed of [line, maskBankLine(line), barcode]) {
          expect(decodeDigits(typed, today)).toEqual({
            kind: 'BANK',
            barcode,
            typeable_line: line,
            bank_code: bankCode,
            currency_code: '9',
            amount_cents: cents || null,
            due_date: dueDate,
            free_field: freeField,
          })
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('collection slips of both moduli, from the line, the masked line and the barcode', () => {
    fc.assert(
      fc.property(collectionTerms, (terms) => {
        const { barcode, line } = issueCollectionSlip(terms)
        const isMoney = '68'.includes(terms.valueIdentifier)
        const companyLength = terms.segment === '6' ? 8 : 4
        const company = terms.companyAndFreeField.slice(0, companyLength)
        for (const typed of [line, maskCollectionLine(line), barcode]) {
          expect(decodeDigits(typed, '2026-10-01')).toMatchObject({
            kind: 'COLLECTION',
            barcode,
            typeable_line: line,
            value_identifier: terms.valueIdentifier,
            amount_cents: isMoney ? Number(terms.value) || null : null,
            reference_value: isMoney ? null : terms.value,
            company_code: companyLength === 4 ? company : null,
            company_cnpj_root: companyLength === 8 ? company : null,
            due_date: null,
            free_field: terms.companyAndFreeField.slice(companyLength),
          })
        }
      }),
      { numRuns: 3000 },
    )
  })

  it.each(TODAYS)('every due date payable on %s', (today) => {
    const differing: string[] = []
    for (let daysAhead = -PAST_DAYS_MAX; daysAhead <= AHEAD_DAYS_MAX; daysAhead += 1) {
      const dueDate = dateOf(dayOf(today) + daysAhead)
      const decoding = decodeDigits(slipWithFactor(factorFor(dueDate)), today)
      if (decoding.kind !== 'BANK' || decoding.due_date !== dueDate) differing.push(dueDate)
    }
    expect(differing).toEqual([])
  })

  it.each(TODAYS)('every factor on %s: a date, or one of the 499 rejected', (today) => {
    let refused = 0
    const differing: number[] = []
    for (let factor = 1000; factor <= 9999; factor += 1) {
      const decoding = decodeDigits(slipWithFactor(String(factor)), today)
      if (decoding.kind === 'REFUSED') refused += 1
      else if (factorFor(decoding.due_date ?? '') !== String(factor)) differing.push(factor)
    }
    expect(differing).toEqual([])
    expect(refused).toBe(499)
  })
})

function digits(length: number) {
  return fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
}

function slipWithFactor(factor: string): string {
  const freeField = '0448056168623793601105800'
  return issueBankSlip({ bankCode: '237', currency: '9', factorAndAmount: `${factor}0000012345`, freeField }).line
}

function maskBankLine(line: string): string {
  return line.replace(/(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)/, '$1.$2 $3.$4 $5.$6 $7 ')
}

function maskCollectionLine(line: string): string {
  return line.replaceAll(/(.{11})(.)/g, '$1-$2 ')
}

import { TERMS } from '@eclusa/simulators/billet-registry/magic.ts'
import { lookUp } from '@eclusa/simulators/billet-registry/records.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartnerUnusable } from '../failure.ts'
import { type BilletQuestion, believe, type RegisteredBillet } from './registered-billet.ts'

const DUE = '2026-10-13'
const { barcode } = sampleBankSlip({ due_date: DUE, amount: 124_020 })
const question: BilletQuestion = {
  barcode,
  payment_date: '2026-10-01',
  printed: { amount: 124_020, due_date: DUE },
}
const honest = lookUp(barcode, question.payment_date)!

function verdict(changes: object, asked: Partial<BilletQuestion> = {}): string {
  try {
    believe({ ...honest, ...changes }, { ...question, ...asked })
    return 'believed'
  } catch (error) {
    expect(error).toBeInstanceOf(PartnerUnusable)
    return (error as PartnerUnusable).code
  }
}

describe('a plausible response', () => {
  it.each(Object.keys(TERMS) as (keyof typeof TERMS)[])('%s, before, on and after the day it is due', (terms) => {
    const slip = sampleBankSlip({ due_date: DUE, terms })
    for (const payment_date of ['2026-09-01', DUE, '2026-10-14', '2027-10-14']) {
      const asked = { ...question, barcode: slip.barcode, payment_date }
      expect(believe(lookUp(slip.barcode, payment_date), asked).barcode).toBe(slip.barcode)
    }
  })

  it.each([
    ['a field the contract does not know', { colour: 'blue' }, {}],
    ['a CPF', { beneficiary_document: '52998224725' }, {}],
    [
      'another amount and day, once the issuer has changed them',
      changed({ original_amount: 1, due_date: '2027-01-01' }),
      {},
    ],
    [
      'an amount where none was printed',
      changed({ original_amount: 5, revision: 1 }),
      { printed: { amount: null, due_date: DUE } },
    ],
    ['no amount at all, left to the payer', changed({ original_amount: 0, divergent_amount_type: 'ANY_AMOUNT' }), {}],
    ['the same factor a cycle ago', { due_date: '2002-02-21', charged_amount_due_date: undefined }, {}],
    ['charges that hold until the very day', { charged_amount_due_date: '2026-10-01' }, {}],
    ['a limit on the very day it is due', { limit_due_date: DUE }, {}],
  ])('%s', (_name, changes, asked) => expect(verdict(changes, asked)).toBe('believed'))
})

describe('an implausible response', () => {
  it.each([
    ['ANOTHER_BILLET', { barcode: '0'.repeat(44) }],
    ['ANOTHER_DAY', { payment_date: '2026-10-02' }],
    ['AMOUNT_NOT_THE_PRINTED', changed({ original_amount: 124_021, revision: 1 })],
    ['DUE_DATE_NOT_THE_PRINTED', { due_date: '2026-10-14' }],
    ['DUE_DATE_NOT_THE_PRINTED', { due_date: undefined }],
    ['CHARGES_DO_NOT_ADD_UP', { charged_amount: 124_019 }],
    ['CHARGES_DO_NOT_ADD_UP', { charged_discount_amount: 1 }],
    ['REDUCED_BELOW_NOTHING', { charged_discount_amount: 124_021, charged_fine_amount: 1, charged_amount: 0 }],
    ['CHARGED_BEFORE_DUE', { charged_fine_amount: 1, charged_amount: 124_021 }],
    ['CHARGED_BEFORE_DUE', { charged_interest_amount: 1, charged_amount: 124_021 }],
    ['LIMIT_BEFORE_DUE', { limit_due_date: '2026-10-12' }],
    ['CHARGES_OUT_OF_DATE', { charged_amount_due_date: '2026-09-30' }],
    ['AMOUNT_LIMITS_INCOHERENT', { min_amount: 1 }],
    ['AMOUNT_LIMITS_INCOHERENT', { divergent_amount_type: 'ANY_AMOUNT', max_amount: 1 }],
    ['AMOUNT_LIMITS_INCOHERENT', { divergent_amount_type: 'ONLY_MINIMUM_AMOUNT' }],
    [
      'AMOUNT_LIMITS_INCOHERENT',
      { divergent_amount_type: 'BETWEEN_MINIMUM_AND_MAXIMUM', min_amount: 2, max_amount: 1 },
    ],
    ['AMOUNT_LIMITS_INCOHERENT', { charged_rebate_amount: 124_020, charged_amount: 0 }],
    ['DOCUMENT_NOT_VALID', { beneficiary_document: '11222333000180' }],
    ['DOCUMENT_NOT_VALID', { beneficiary_document: '11.222.333/0001-81' }],
    ['DOCUMENT_NOT_VALID', { beneficiary_document: '' }],
    ['ANSWER_SHAPE_WRONG', { charged_amount: -1 }],
    ['ANSWER_SHAPE_WRONG', { original_amount: 124_020.5 }],
    ['ANSWER_SHAPE_WRONG', { original_amount: 100_000_000_000_000 }],
    ['ANSWER_SHAPE_WRONG', { due_date: '13/10/2026' }],
    ['ANSWER_SHAPE_WRONG', { due_date: null }],
    ['ANSWER_SHAPE_WRONG', { revision: 0 }],
    ['ANSWER_SHAPE_WRONG', { beneficiary_name: '' }],
    ['ANSWER_SHAPE_WRONG', { beneficiary_name: 'Marés\u0000' }],
    ['ANSWER_SHAPE_WRONG', { beneficiary_name: 'x'.repeat(141) }],
    ['NAME_NOT_READABLE', { beneficiary_name: '\u3164' }],
    ['NAME_NOT_READABLE', { beneficiary_bank_name: 'Banco\u2800' }],
    ['NAME_NOT_READABLE', { beneficiary_name: '\u0301' }],
  ])('%s: %j', (code, changes) => expect(verdict(changes)).toBe(code))

  it.each(Object.keys(honest))('is any response with null, or another type, for %s', (field) => {
    if (!isOptional(field)) expect(verdict({ [field]: undefined })).not.toBe('believed')
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(typeof value !== 'string' && !Number.isInteger(value))
        return verdict({ [field]: value }) !== 'believed'
      }),
    )
  })

  it('is any amount that does not add up, whichever is changed', () => {
    const amounts = (Object.keys(honest) as (keyof RegisteredBillet)[]).filter((field) => field.endsWith('_amount'))
    fc.assert(
      fc.property(fc.constantFrom(...amounts), fc.maxSafeInteger(), (field, value) => {
        fc.pre(value !== honest[field])
        return verdict({ [field]: value, revision: 2 }) !== 'believed'
      }),
      { numRuns: 2000 },
    )
  })
})

/** A record that the issuer has changed since the print, with consistent charges. */
function changed(changes: Partial<RegisteredBillet>): object {
  return { revision: 2, ...changes, charged_amount: changes.original_amount ?? honest.original_amount }
}

function isOptional(field: string): boolean {
  return ['limit_due_date', 'charged_amount_due_date', 'min_amount', 'max_amount'].includes(field)
}

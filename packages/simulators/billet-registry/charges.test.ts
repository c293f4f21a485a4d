import { describe, expect, it } from 'vitest'
import { chargesOn, nextBusinessDay, type Terms } from './charges.ts'

const terms: Terms = {
  original_amount: 100_100,
  due_date: '2026-10-13',
  rebate_amount: 100,
  discount: { until: '2026-10-03', basis_points: 500 },
  fine_basis_points: 200,
  interest_basis_points: 100,
}

describe('the amount owed', () => {
  it.each([
    ['long before', '2026-09-01', { discount: 5000, interest: 0, fine: 0, until: '2026-10-03' }],
    ['on the last day of the discount', '2026-10-03', { discount: 5000, interest: 0, fine: 0, until: '2026-10-03' }],
    ['on the day after it', '2026-10-04', { discount: 0, interest: 0, fine: 0, until: '2026-10-13' }],
    ['on the day it is due', '2026-10-13', { discount: 0, interest: 0, fine: 0, until: '2026-10-13' }],
    ['a day late', '2026-10-14', { discount: 0, interest: 33, fine: 2000, until: '2026-10-14' }],
    ['a month late', '2026-11-12', { discount: 0, interest: 1000, fine: 2000, until: '2026-11-12' }],
    ['a year late', '2027-10-13', { discount: 0, interest: 12_166, fine: 2000, until: '2027-10-13' }],
  ])('%s (%s)', (_when, payment_date, { discount, interest, fine, until }) => {
    expect(chargesOn(payment_date, terms)).toEqual({
      charged_amount: 100_100 - 100 - discount + interest + fine,
      charged_rebate_amount: 100,
      charged_discount_amount: discount,
      charged_interest_amount: interest,
      charged_fine_amount: fine,
      charged_amount_due_date: until,
    })
  })

  it('on the Monday after a Saturday is unchanged, and on the Tuesday three days of interest more', () => {
    const saturday = { ...terms, due_date: '2026-10-17' }
    expect(chargesOn('2026-10-19', saturday)).toMatchObject({ charged_interest_amount: 0, charged_fine_amount: 0 })
    expect(chargesOn('2026-10-20', saturday)).toMatchObject({ charged_interest_amount: 100, charged_fine_amount: 2000 })
  })

  it('without a due date never grows', () => {
    const charges = chargesOn('2040-01-01', { ...terms, due_date: undefined, discount: undefined })
    expect(charges).toMatchObject({ charged_amount: 100_000, charged_interest_amount: 0, charged_fine_amount: 0 })
    expect(charges).not.toHaveProperty('charged_amount_due_date')
  })

  it('stays an integer for the greatest amount a slip can print', () => {
    const charges = chargesOn('2036-10-13', { ...terms, original_amount: 99_999_999_999_999, rebate_amount: 0 })
    expect(charges.charged_interest_amount).toBe(121_766_666_666_665)
  })

  it.each([
    ['2026-10-16', '2026-10-16'],
    ['2026-10-17', '2026-10-19'],
    ['2026-10-18', '2026-10-19'],
    ['2027-01-02', '2027-01-04'],
  ])('%s is payable until %s', (date, expected) => expect(nextBusinessDay(date)).toBe(expected))
})

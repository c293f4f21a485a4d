/** The amount owed on a day: rebate, discount, interest and fine, in whole cents, rounded down in favour of the payer. */

export interface Terms {
  original_amount: number
  due_date: string | undefined
  /** Deducted at any time. */
  rebate_amount: number
  /** Deducted until that day. */
  discount: { until: string; basis_points: number } | undefined
  /** Once, when it is late. */
  fine_basis_points: number
  /** Simple interest per thirty days, counted by the day. */
  interest_basis_points: number
}

export interface Charges {
  charged_amount: number
  charged_rebate_amount: number
  charged_discount_amount: number
  charged_interest_amount: number
  charged_fine_amount: number
  /** The last day on which these charges apply. */
  charged_amount_due_date?: string
}

const DAY_MS = 86_400_000

export function chargesOn(payment_date: string, terms: Terms): Charges {
  const { original_amount, due_date, rebate_amount, discount } = terms
  const base = original_amount - rebate_amount
  const isLate = due_date !== undefined && payment_date > nextBusinessDay(due_date)
  // A slip due on a Saturday costs nothing more on Monday, but on Tuesday it is three days late.
  const daysLate = isLate ? daysBetween(due_date, payment_date) : 0
  const isEarly = discount !== undefined && payment_date <= discount.until

  const charged_discount_amount = isEarly ? share(base, discount.basis_points, 1) : 0
  const charged_fine_amount = isLate ? share(base, terms.fine_basis_points, 1) : 0
  const charged_interest_amount = share(base * daysLate, terms.interest_basis_points, 30)
  const heldUntil = isEarly ? discount.until : isLate ? payment_date : due_date && nextBusinessDay(due_date)
  return {
    charged_amount: base - charged_discount_amount + charged_interest_amount + charged_fine_amount,
    charged_rebate_amount: rebate_amount,
    charged_discount_amount,
    charged_interest_amount,
    charged_fine_amount,
    ...(heldUntil && { charged_amount_due_date: heldUntil }),
  }
}

/** Weekends only. Holidays are left to real registries. */
export function nextBusinessDay(date: string): string {
  const weekday = new Date(date).getUTCDay()
  if (weekday === 6) return daysAfter(date, 2)
  return weekday === 0 ? daysAfter(date, 1) : date
}

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** Cents times days times basis points exceed the safe integers, hence BigInt. */
function share(cents: number, basis_points: number, parts: number): number {
  return Number((BigInt(cents) * BigInt(basis_points)) / BigInt(10_000 * parts))
}

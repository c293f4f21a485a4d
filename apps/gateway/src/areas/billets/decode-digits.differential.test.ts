import { getBoletoInfo } from '@brazilian-utils/brazilian-utils'
import { issueBankSlip } from '@eclusa/simulators/billet-registry/issue-slips.ts'
import { type SeededDraw, seededDraw } from '@eclusa/testing/seeded-digits.ts'
import { describe, expect, it } from 'vitest'
import { decodeDigits } from './decode-digits.ts'
import { dateOf } from './due-date.ts'

const LINES = 100_000
const TODAYS = ['2025-02-21', '2025-02-22', '2026-10-01', '2030-01-01'] as const

/** Every kind of disagreement on the lines generated below, how often it occurs, and why the decoder is right. */
const DISAGREEMENTS = [
  {
    what: 'refused here only: CHARACTER_NOT_ALLOWED',
    times: 7446,
    why: 'The library drops all that is not a digit. A letter or a slash was never on the slip: something was misread.',
  },
  {
    what: 'refused here only: CURRENCY_NOT_REAL',
    times: 2923,
    why: 'The library keeps an old leniency and takes any currency. A slip in another one cannot be paid in reais.',
  },
  {
    what: 'refused here only: COLLECTION_MARK_WRONG',
    times: 6052,
    why: 'The library takes bank codes 810 to 899. None is in use, and the barcode would scan as a collection slip.',
  },
  {
    what: 'refused here only: COLLECTION_MARK_WRONG, CURRENCY_NOT_REAL',
    times: 287,
    why: 'Both of the above at once.',
  },
  {
    what: 'refused here only: DUE_DATE_OUTSIDE_WINDOW',
    times: 3084,
    why: 'The library answers the nearest day outside the window. Banks do not pay it, and it may be the wrong day.',
  },
  {
    what: 'no amount: null here, 0 there',
    times: 2528,
    why: 'Zeros mean that no amount was printed, which is not the same as an amount of nothing.',
  },
  {
    what: 'no factor: fourteen digits of amount here, ten there',
    times: 6084,
    why: 'A factor is never below 1000. Where the field opens with 0, all fourteen digits are the amount.',
  },
]

describe('against @brazilian-utils/brazilian-utils', () => {
  it(`${LINES} bank lines, good and bad, differ only in explained ways`, () => {
    const seeded = seededDraw(19_971_007)
    const seen: Record<string, number> = {}
    for (let drawn = 0; drawn < LINES; drawn += 1) {
      const today = TODAYS[drawn % TODAYS.length] ?? TODAYS[0]
      const what = disagreement(drawLine(seeded), today)
      if (what) seen[what] = (seen[what] ?? 0) + 1
    }
    expect(seen).toEqual(Object.fromEntries(DISAGREEMENTS.map(({ what, times }) => [what, times])))
  })
})

/** Mostly valid lines of any bank and factor. Some have another currency, no amount, a mask, or a typing error. */
function drawLine(draw: SeededDraw): string {
  const { line } = issueBankSlip({
    bankCode: draw.digits(3),
    currency: oneIn(20, draw) ? draw.digits(1) : '9',
    factorAndAmount: draw.digits(4) + (oneIn(20, draw) ? '0000000000' : draw.digits(10)),
    freeField: draw.digits(25),
  })
  const at = draw.below(line.length)
  if (oneIn(4, draw)) return line.slice(0, at) + draw.digits(1) + line.slice(at + 1)
  if (oneIn(4, draw)) return line.slice(0, at) + draw.oneOf(' .-/x') + line.slice(at)
  return line
}

function oneIn(chances: number, draw: SeededDraw): boolean {
  return draw.below(chances) === 0
}

function disagreement(line: string, today: string): string | null {
  const ours = decodeDigits(line, today)
  const theirs = getBoletoInfo(line, { referenceDate: new Date(`${today}T00:00:00`) })
  if (ours.kind === 'REFUSED') {
    return theirs && `refused here only: ${ours.flaws.map(({ code }) => code).join(', ')}`
  }
  if (!theirs) return 'refused there only'
  if (ours.kind !== 'BANK' || ours.bank_code !== theirs.bankCode) return 'another bank'
  if (ours.due_date !== localDate(theirs.expirationDate)) return 'another due date'
  if (ours.amount_cents === theirs.amount) return null
  if (ours.amount_cents === null && theirs.amount === 0) return 'no amount: null here, 0 there'
  const overflows = ours.due_date === null && (ours.amount_cents ?? 0) % 10_000_000_000 === theirs.amount
  return overflows ? 'no factor: fourteen digits of amount here, ten there' : 'another amount'
}

/** The library returns midnight in the machine's time zone. */
function localDate(date: Date | null): string | null {
  return date && dateOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

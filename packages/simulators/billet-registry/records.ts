import { febrabanInstitutions } from '@eclusa/gateway/src/areas/crossborder/bank-code/febraban-institutions.ts'
import type { RegisteredBillet } from '@eclusa/gateway/src/partners/billet-registry/registered-billet.ts'
import { chargesOn, daysAfter, type Terms } from './charges.ts'
import { BENEFICIARY, fateOf, TERMS } from './magic.ts'

/** Simulated billet records: everything about a billet follows from its barcode and the day. */

const CYCLE_DAYS = 9000
const BENEFICIARIES = new Map<string, { beneficiary_name: string; beneficiary_document: string }>([
  [BENEFICIARY.person, { beneficiary_name: 'Joana Prado', beneficiary_document: '52998224725' }],
  [BENEFICIARY.company, { beneficiary_name: 'Marés Serviços Ltda.', beneficiary_document: '11222333000181' }],
  [BENEFICIARY.companyWithLetters, { beneficiary_name: 'Novo Cais S.A.', beneficiary_document: '12ABC34501DE35' }],
])

/** Undefined when the bank of the slip does not exist. */
export function lookUp(barcode: string, payment_date: string): RegisteredBillet | undefined {
  const beneficiary_bank_name = bankName(barcode)
  if (!beneficiary_bank_name) return undefined
  const beneficiary = BENEFICIARIES.get(barcode.at(-7)!) ?? BENEFICIARIES.get(BENEFICIARY.company)!
  const chosen = barcode.at(-8)!
  const fate = fateOf(barcode)
  const lastDue = printedDueDate(barcode, payment_date)
  const due = lastDue && fate === 'ancient' ? daysAfter(lastDue, -CYCLE_DAYS) : lastDue
  const terms = termsOf(chosen, printedAmount(barcode), due)
  const { original_amount, due_date } = terms
  return {
    barcode,
    payment_date,
    revision: chosen === TERMS.amended ? 2 : 1,
    state: fate === 'paid' ? 'PAID' : fate === 'cancelled' ? 'CANCELLED' : 'OPEN',
    original_amount,
    ...chargesOn(payment_date, terms),
    ...(due_date && { due_date }),
    ...(due_date && chosen === TERMS.limited && { limit_due_date: daysAfter(due_date, 30) }),
    ...beneficiary,
    beneficiary_bank_name,
    ...divergence(chosen, original_amount),
  }
}

function termsOf(chosen: string, printed: number, due: string | undefined): Terms {
  const isAll = chosen === TERMS.everything
  const late = isAll || chosen === TERMS.fineAndInterest
  const amended = chosen === TERMS.amended
  return {
    original_amount: amended ? printed + 1000 : printed,
    due_date: amended && due ? daysAfter(due, 10) : due,
    rebate_amount: isAll || chosen === TERMS.rebate ? Math.min(100, printed) : 0,
    discount:
      due && (isAll || chosen === TERMS.discount) ? { until: daysAfter(due, -10), basis_points: 500 } : undefined,
    fine_basis_points: late ? 200 : 0,
    interest_basis_points: late ? 100 : 0,
  }
}

function divergence(
  chosen: string,
  amount: number,
): Pick<RegisteredBillet, 'divergent_amount_type' | 'min_amount' | 'max_amount'> {
  const min_amount = Math.ceil(amount / 2)
  if (chosen === TERMS.anyAmount || amount === 0) return { divergent_amount_type: 'ANY_AMOUNT' }
  if (chosen === TERMS.minimum) return { divergent_amount_type: 'ONLY_MINIMUM_AMOUNT', min_amount }
  if (chosen !== TERMS.between) return { divergent_amount_type: 'DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT' }
  return { divergent_amount_type: 'BETWEEN_MINIMUM_AND_MAXIMUM', min_amount, max_amount: amount * 2 }
}

function isCollection(barcode: string): boolean {
  return /^8[1-9]/.test(barcode)
}

function bankName(barcode: string): string | undefined {
  const compe = barcode.slice(0, 3)
  if (isCollection(barcode)) return 'Banco do Brasil'
  return febrabanInstitutions.entries.find((institution) => institution.compe === compe)?.name
}

/** The amount of a collection slip with a reference value is decided by its company. Here it is always the same. */
function printedAmount(barcode: string): number {
  if (!isCollection(barcode)) return Number(barcode.slice(barcode.charAt(5) === '0' ? 5 : 9, 19))
  return '68'.includes(barcode.charAt(2)) ? Number(barcode.slice(4, 15)) : 12_345
}

/** Of the days a due-date factor may mean, the one nearest to the day of payment. */
function printedDueDate(barcode: string, payment_date: string): string | undefined {
  const factor = Number(barcode.slice(5, 9))
  if (isCollection(barcode) || factor < 1000) return undefined
  const first = daysAfter('1997-10-07', factor)
  const days = [0, 1, 2].map((cycle) => daysAfter(first, cycle * CYCLE_DAYS))
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(payment_date))
  return days.reduce((nearest, day) => (distance(day) < distance(nearest) ? day : nearest))
}

import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCnpj } from '../../platform/tax-ids/cnpj.ts'
import { isCpf } from '../../platform/tax-ids/cpf.ts'
import { hasLongMarks, hiddenIn, normaliseText, showsNothing } from '../../platform/unicode-text.ts'
import { PartnerUnusable } from '../failure.ts'

/** The registry's record of a billet on one day, as specified in docs/guides/billet-registry.md. */

export const divergentAmountTypes = [
  'ANY_AMOUNT',
  'BETWEEN_MINIMUM_AND_MAXIMUM',
  'DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT',
  'ONLY_MINIMUM_AMOUNT',
] as const
const states = ['OPEN', 'PAID', 'CANCELLED'] as const

/** The printed factor of a due date repeats after this many days. */
const FACTOR_CYCLE_DAYS = 9000
const DAY_MS = 86_400_000

/** A slip prints at most fourteen digits of cents. */
const AMOUNT_MAX = 99_999_999_999_999

const amount = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })
const day = Type.String({ format: 'date', pattern: '^[12]' })
/** Visible text without control characters, which could affect a terminal or a page. */
const name = Type.String({ pattern: '^[^\\p{C}\\s][^\\p{C}]*$', maxLength: 140 })
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })

const RegisteredBillet = Type.Object({
  barcode: Type.String(),
  payment_date: day,
  revision: Type.Integer({ minimum: 1 }),
  state: oneOf(states),
  original_amount: amount,
  charged_amount: amount,
  charged_rebate_amount: amount,
  charged_discount_amount: amount,
  charged_interest_amount: amount,
  charged_fine_amount: amount,
  due_date: Type.Optional(day),
  limit_due_date: Type.Optional(day),
  charged_amount_due_date: Type.Optional(day),
  beneficiary_name: name,
  beneficiary_bank_name: name,
  beneficiary_document: Type.String(),
  divergent_amount_type: oneOf(divergentAmountTypes),
  min_amount: Type.Optional(amount),
  max_amount: Type.Optional(amount),
})
export type RegisteredBillet = Static<typeof RegisteredBillet>
const shape = Compile(RegisteredBillet)

export interface BilletQuestion {
  barcode: string
  /** The day for which the charges are calculated. */
  payment_date: string
  /** Data from the digits, null where they contain none. The registry's record must match it. */
  printed: { amount: number | null; due_date: string | null }
}

type Rule = (billet: RegisteredBillet, question: BilletQuestion) => boolean

/** The limits that each type requires. */
const limits = {
  ANY_AMOUNT: { hasMin: false, hasMax: false, payerChooses: true },
  BETWEEN_MINIMUM_AND_MAXIMUM: { hasMin: true, hasMax: true, payerChooses: true },
  ONLY_MINIMUM_AMOUNT: { hasMin: true, hasMax: false, payerChooses: true },
  DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT: { hasMin: false, hasMax: false, payerChooses: false },
}

/**
 * Consistency rules. The gateway cannot verify that a record is true, but it can detect contradictions. A record that
 * breaks one rule is rejected whole: a wrong amount or beneficiary harms a payer more than a request to retry later.
 */
const rules: Record<string, Rule> = {
  ANOTHER_BILLET: (billet, { barcode }) => billet.barcode === barcode,
  ANOTHER_DAY: (billet, { payment_date }) => billet.payment_date === payment_date,
  // The issuer may change a slip after it was printed, and every change increases the revision. Revision 1 is the
  // print.
  AMOUNT_NOT_THE_PRINTED: ({ revision, original_amount }, { printed }) =>
    revision > 1 || printed.amount === null || printed.amount === original_amount,
  DUE_DATE_NOT_THE_PRINTED: ({ revision, due_date }, { printed }) =>
    revision > 1 || printed.due_date === null || mayBePrintedAs(due_date, printed.due_date),
  CHARGES_DO_NOT_ADD_UP: (billet) =>
    billet.charged_amount ===
    billet.original_amount -
      billet.charged_rebate_amount -
      billet.charged_discount_amount +
      billet.charged_interest_amount +
      billet.charged_fine_amount,
  REDUCED_BELOW_NOTHING: (billet) =>
    billet.charged_rebate_amount + billet.charged_discount_amount <= billet.original_amount,
  CHARGED_BEFORE_DUE: (billet) => isLate(billet) || billet.charged_interest_amount + billet.charged_fine_amount === 0,
  LIMIT_BEFORE_DUE: ({ due_date, limit_due_date }) => !due_date || !limit_due_date || due_date <= limit_due_date,
  CHARGES_OUT_OF_DATE: ({ charged_amount_due_date, payment_date }) =>
    !charged_amount_due_date || payment_date <= charged_amount_due_date,
  AMOUNT_LIMITS_INCOHERENT: limitsFitTheirType,
  NAME_NOT_READABLE: ({ beneficiary_name, beneficiary_bank_name }) =>
    [beneficiary_name, beneficiary_bank_name].every(
      (name) => hiddenIn(name) === undefined && !hasLongMarks(name) && !showsNothing(name),
    ),
  DOCUMENT_NOT_VALID: ({ beneficiary_document }) => isCpf(beneficiary_document) || isCnpj(beneficiary_document),
}

/** Returns the record when every rule holds. Unknown fields are ignored, so that a registry can add some. */
export function believe(answer: unknown, question: BilletQuestion): RegisteredBillet {
  if (!shape.Check(answer)) throw new PartnerUnusable('ANSWER_SHAPE_WRONG')
  const broken = Object.entries(rules).find(([, holds]) => !holds(answer, question))
  if (broken) throw new PartnerUnusable(broken[0])
  const { beneficiary_name, beneficiary_bank_name } = answer
  return {
    ...answer,
    beneficiary_name: normaliseText(beneficiary_name),
    beneficiary_bank_name: normaliseText(beneficiary_bank_name),
  }
}

function mayBePrintedAs(due_date: string | undefined, printed: string): boolean {
  const daysApart = (Date.parse(due_date ?? '') - Date.parse(printed)) / DAY_MS
  return daysApart % FACTOR_CYCLE_DAYS === 0
}

function isLate({ due_date, payment_date }: RegisteredBillet): boolean {
  return due_date !== undefined && payment_date > due_date
}

function limitsFitTheirType({
  divergent_amount_type,
  charged_amount,
  min_amount,
  max_amount,
}: RegisteredBillet): boolean {
  const { hasMin, hasMax, payerChooses } = limits[divergent_amount_type]
  const isComplete = (min_amount !== undefined) === hasMin && (max_amount !== undefined) === hasMax
  const isOrdered = min_amount === undefined || max_amount === undefined || min_amount <= max_amount
  // An amount of zero is valid only when the payer chooses the amount.
  return isComplete && isOrdered && (payerChooses || charged_amount > 0)
}

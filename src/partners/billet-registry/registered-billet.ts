import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { isCnpj } from '../../base/documents/cnpj.ts'
import { isCpf } from '../../base/documents/cpf.ts'
import { hasLongMarks, hiddenIn, normaliseText, showsNothing } from '../../base/unicode-text.ts'
import { PartnerUnusable } from '../failure.ts'

/** What the registry holds of a billet on one day, as docs/guides/billet-registry.md lays down. */

export const divergentAmountTypes = [
  'ANY_AMOUNT',
  'BETWEEN_MINIMUM_AND_MAXIMUM',
  'DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT',
  'ONLY_MINIMUM_AMOUNT',
] as const
const states = ['OPEN', 'PAID', 'CANCELLED'] as const

/** After so many days the printed factor of a due date begins again: days this far apart look the same on a slip. */
const FACTOR_CYCLE_DAYS = 9000
const DAY_MS = 86_400_000

/** Fourteen digits of cents is the most a slip can print. */
const AMOUNT_MAX = 99_999_999_999_999

const amount = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX })
const day = Type.String({ format: 'date', pattern: '^[12]' })
/** Something to read, and nothing that a terminal or a page would act on. */
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
  /** The day the charges are worked out for. */
  payment_date: string
  /** What the digits say themselves, null where they say nothing. The registry is held to it. */
  printed: { amount: number | null; due_date: string | null }
}

type Rule = (billet: RegisteredBillet, question: BilletQuestion) => boolean

/** Which limits each type speaks of. */
const limits = {
  ANY_AMOUNT: { hasMin: false, hasMax: false, payerChooses: true },
  BETWEEN_MINIMUM_AND_MAXIMUM: { hasMin: true, hasMax: true, payerChooses: true },
  ONLY_MINIMUM_AMOUNT: { hasMin: true, hasMax: false, payerChooses: true },
  DO_NOT_ACCEPT_DIVERGENT_AMOUNT_PAYMENT: { hasMin: false, hasMax: false, payerChooses: false },
}

/**
 * What cannot be told to be true from outside, but can be told not to be. A record that breaks one rule is used for
 * nothing at all: a payer shown a wrong amount or a wrong beneficiary would be worse off than one told to come back.
 */
const rules: Record<string, Rule> = {
  ANOTHER_BILLET: (billet, { barcode }) => billet.barcode === barcode,
  ANOTHER_DAY: (billet, { payment_date }) => billet.payment_date === payment_date,
  // The issuer may change a slip after it was printed, and every change raises the revision. The first is the print.
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

/** Gives the record back when every rule holds. Fields the contract does not know are let be: a registry may grow. */
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
  // An amount of nothing can only be right where the payer chooses it.
  return isComplete && isOrdered && (payerChooses || charged_amount > 0)
}

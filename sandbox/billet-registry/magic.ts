/**
 * How the last eight digits of a barcode choose what the registry of the sandbox says. Anyone can print a slip for the
 * case they want to see, and no state has to be set up first.
 *
 *   digit 1       the terms             (TERMS, below)
 *   digit 2       the beneficiary       0 a person, 1 a company, 2 a company whose CNPJ holds letters
 *   digits 3 to 8 what becomes of it    (MAGIC, below; 9991NN is lie NN of lies.ts; anything else is an open billet)
 */

export const MAGIC = {
  paid: '999001',
  cancelled: '999002',
  unknown: '999003',
  /** Answers long after anyone has stopped waiting. */
  slow: '999004',
  /** The connection is dropped without an answer. */
  down: '999005',
  /** Every other request is answered 503. */
  flaky: '999006',
  /** Printed a cycle of the due-date factor ago: the digits look like those of a slip that is still to be due. */
  ancient: '999007',
} as const

export const TERMS = {
  plain: '0',
  /** 5 % off until ten days before it is due. */
  discount: '1',
  /** A fine of 2 % and interest of 1 % a month once it is late. */
  fineAndInterest: '2',
  /** One real off, whenever it is paid. */
  rebate: '3',
  /** All of the above. */
  everything: '4',
  anyAmount: '5',
  /** From half of the amount to twice the amount. */
  between: '6',
  /** At least half of the amount. */
  minimum: '7',
  /** Not to be paid more than thirty days late. */
  limited: '8',
  /** The issuer added ten reais and ten days after the slip was printed. */
  amended: '9',
} as const

export const BENEFICIARY = { person: '0', company: '1', companyWithLetters: '2' } as const

const LIE_MARK = '9991'

export interface Choice {
  terms?: keyof typeof TERMS
  beneficiary?: keyof typeof BENEFICIARY
  fate?: keyof typeof MAGIC | { lie: number }
}

/** The eight digits that ask for a choice. */
export function magicDigits({ terms = 'plain', beneficiary = 'company', fate }: Choice): string {
  return TERMS[terms] + BENEFICIARY[beneficiary] + fateDigits(fate)
}

function fateDigits(fate: Choice['fate']): string {
  if (fate === undefined) return '000000'
  return typeof fate === 'string' ? MAGIC[fate] : LIE_MARK + String(fate.lie).padStart(2, '0')
}

export function fateOf(barcode: string): Choice['fate'] {
  const digits = barcode.slice(-6)
  if (digits.startsWith(LIE_MARK)) return { lie: Number(digits.slice(-2)) }
  return (Object.keys(MAGIC) as (keyof typeof MAGIC)[]).find((fate) => MAGIC[fate] === digits)
}

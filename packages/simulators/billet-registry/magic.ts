/**
 * Magic values: the last eight digits of a barcode choose the response of the sandbox's registry. Anyone can print a slip
 * for a case, without a set-up.
 *
 *   digit 1       the terms             (TERMS, below)
 *   digit 2       the beneficiary       0 a person, 1 a company, 2 a company with letters in its CNPJ
 *   digits 3 to 8 the state             (MAGIC, below; 9991NN is response NN of lies.ts; anything else is an open billet)
 */

export const MAGIC = {
  paid: '999001',
  cancelled: '999002',
  unknown: '999003',
  /** Responds long after the client's timeout. */
  slow: '999004',
  /** The connection is closed without a response. */
  down: '999005',
  /** Every other request gets 503. */
  flaky: '999006',
  /** Printed one cycle of the due-date factor ago: its digits look like those of a slip that is not due yet. */
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
  /** Cannot be paid more than thirty days late. */
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

/** The eight digits for a choice. */
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

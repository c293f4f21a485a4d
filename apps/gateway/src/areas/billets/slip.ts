/** The data in the digits of a slip, and every reason to reject them. The amount due today comes from the registry. */

export type Slip = BankSlip | CollectionSlip
export type Decoding = Slip | SlipRejection

/** A bank's own collection document ("boleto de cobrança"): 47 digits typed, 44 scanned. */
export interface BankSlip {
  kind: 'BANK'
  barcode: string
  typeable_line: string
  bank_code: string
  currency_code: string
  /** Null when the slip is printed without an amount and the payer, or the registry, supplies it. */
  amount_cents: number | null
  due_date: string | null
  free_field: string
}

/** A bill of a utility, a tax or a fine ("guia de arrecadação"): 48 digits typed, 44 scanned. */
export interface CollectionSlip {
  kind: 'COLLECTION'
  barcode: string
  typeable_line: string
  segment: Segment
  value_identifier: ValueIdentifier
  amount_cents: number | null
  /** Digits, not a number: the value counts an index or a unit, so no code may add it up or show it as reais. */
  reference_value: string | null
  company_code: string | null
  company_cnpj_root: string | null
  /** Some issuers put a date into the free field, but nothing marks it as a date, so it is never guessed. */
  due_date: null
  free_field: string
}

/** 6 and 8 are reais, 7 and 9 a reference value; 6 and 7 are checked by modulus 10, 8 and 9 by modulus 11. */
export type ValueIdentifier = '6' | '7' | '8' | '9'

export type Segment =
  | 'CITY_HALL'
  | 'SANITATION'
  | 'ELECTRICITY_AND_GAS'
  | 'TELECOMMUNICATIONS'
  | 'GOVERNMENT_AGENCY'
  | 'IDENTIFIED_BY_CNPJ'
  | 'TRAFFIC_FINE'
  | 'BANK_OWN_USE'

export interface SlipRejection {
  kind: 'REFUSED'
  flaws: Flaw[]
}

/** An error in the digits, and the block that the payer should check. */
export interface Flaw {
  code: FlawCode
  block: SlipPart
}

export type FlawCode =
  | 'CHARACTER_NOT_ALLOWED'
  | 'LENGTH_WRONG'
  | 'COLLECTION_MARK_WRONG'
  | 'CURRENCY_NOT_REAL'
  | 'SEGMENT_UNKNOWN'
  | 'VALUE_IDENTIFIER_UNKNOWN'
  | 'BLOCK_CHECK_DIGIT_WRONG'
  | 'GENERAL_CHECK_DIGIT_WRONG'
  | 'DUE_DATE_OUTSIDE_WINDOW'

/** INPUT is the whole input, BLOCK_n a printed block of a line, BARCODE the 44 digits together. */
export type SlipPart = 'INPUT' | 'BLOCK_1' | 'BLOCK_2' | 'BLOCK_3' | 'BLOCK_4' | 'BARCODE'

export function refused(...flaws: Flaw[]): SlipRejection {
  return { kind: 'REFUSED', flaws }
}

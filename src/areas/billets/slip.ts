/** All that the digits of a slip can say, and every reason to refuse them. What is owed today is the registry's to say. */

export type Slip = BankSlip | CollectionSlip
export type Decoding = Slip | Refusal

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
  /** Digits, not a number: it counts some index or unit, so nothing may add it up or show it as reais. */
  reference_value: string | null
  company_code: string | null
  company_cnpj_root: string | null
  /** Some issuers hide a date in their free field; nothing marks it as one, so it is never guessed. */
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

export interface Refusal {
  kind: 'REFUSED'
  flaws: Flaw[]
}

/** What is wrong with the digits, and where the payer should look. */
export interface Flaw {
  code: FlawCode
  block: Block
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

/** INPUT is all that was typed, BLOCK_n a printed block of a line, BARCODE the 44 digits taken together. */
export type Block = 'INPUT' | 'BLOCK_1' | 'BLOCK_2' | 'BLOCK_3' | 'BLOCK_4' | 'BARCODE'

export function refused(...flaws: Flaw[]): Refusal {
  return { kind: 'REFUSED', flaws }
}

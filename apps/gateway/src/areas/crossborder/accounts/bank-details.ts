import { createHash } from 'node:crypto'
import { withoutHidden } from '../../../platform/unicode-text.ts'

/** The fields that decide where the money goes. A change of any of them requires a new verification. */
export const coordinates = [
  'country',
  'currency_symbol',
  'account_type',
  'account_number',
  'branch',
  'bank_code',
  'bank_code_type',
  'clearing_code',
] as const

export type Coordinates = Record<(typeof coordinates)[number], string | null>

export function coordinatesOf(account: Coordinates): Coordinates {
  return Object.fromEntries(coordinates.map((field) => [field, account[field]])) as Coordinates
}

/**
 * Returns one key for the same bank details in any spelling: upper case, without spaces and dashes, empty for an
 * absent field. The code of a USD account counts as a routing number, whatever its type is.
 */
export function coordinatesKey(account: Coordinates): Buffer {
  const bank_code_type = account.currency_symbol === 'USD' ? 'ABA' : account.bank_code_type
  const spelled = coordinates.map((field) => plain({ ...account, bank_code_type }[field]))
  return createHash('sha256').update(spelled.join('\u001f')).digest()
}

/** Normalises compatible Unicode forms: full-width letters and digits become the ones that they look like. */
function plain(text: string | null): string {
  return withoutHidden(text ?? '')
    .normalize('NFKC')
    .replaceAll(/[\s\u2212\p{Dash_Punctuation}]/gu, '')
    .toUpperCase()
}

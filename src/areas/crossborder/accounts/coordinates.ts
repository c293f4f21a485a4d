import { createHash } from 'node:crypto'
import { withoutHidden } from '../../../base/unicode-text.ts'

/** Where the money goes. A change of any of these has to be verified again. */
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
 * One name for one place, however it is spelled: in capitals, without blanks and dashes, and nothing where nothing was said.
 * The code of a USD account is a routing number, whatever its type says.
 */
export function coordinatesKey(account: Coordinates): Buffer {
  const bank_code_type = account.currency_symbol === 'USD' ? 'ABA' : account.bank_code_type
  const spelled = coordinates.map((field) => plain({ ...account, bank_code_type }[field]))
  return createHash('sha256').update(spelled.join('\u001f')).digest()
}

/** What of a coordinate a person compares: full-width and other compatible forms are the letters and digits they look like. */
function plain(text: string | null): string {
  return withoutHidden(text ?? '')
    .normalize('NFKC')
    .replaceAll(/[\s\u2212\p{Dash_Punctuation}]/gu, '')
    .toUpperCase()
}

import { isCnpj } from '../platform/tax-ids/cnpj.ts'
import { isCpf, maskCpf } from '../platform/tax-ids/cpf.ts'

/**
 * Masking of personal data until a person reveals it for a reason: enough to tell one case from another, too little to use.
 * The length of a masked value does not show the length of the original.
 */

type Mask = (value: string) => string

const HIDDEN = '***'

const initials: Mask = (name) =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0] ?? ''}${HIDDEN}`)
    .join(' ')

const lastOf =
  (count: number): Mask =>
  (value) => {
    const shown = value.replaceAll(/[^0-9A-Za-z]/g, '')
    // A short value is masked completely, because the rest could be guessed.
    return shown.length > count * 2 ? `${HIDDEN}${shown.slice(-count)}` : HIDDEN
  }

/**
 * The number of a company is public. Of a CPF the middle is shown. Both are recognised by their check digits: documents of
 * other countries also have 11 or 14 digits, and are masked as unknown numbers.
 */
const document: Mask = (value) => {
  if (isCnpj(value)) return value
  return isCpf(value) ? maskCpf(value) : lastOf(2)(value)
}

const email: Mask = (value) => {
  const [local = '', host] = value.split('@')
  return host === undefined ? HIDDEN : `${Array.from(local)[0] ?? ''}${HIDDEN}@${host}`
}

const phone = lastOf(4)

/** A Pix key is a document, a telephone, an e-mail or a random number, which by itself identifies no one. */
const key: Mask = (value) => {
  if (value.includes('@')) return email(value)
  if (value.startsWith('+')) return phone(value)
  return /^[0-9A-Z]{11,14}$/.test(value) ? document(value) : `${value.slice(0, 4)}${HIDDEN}`
}

const EMAILS = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+/g
/** Documents, telephones, accounts and cards in any notation: eight digits or more, with separators between them. */
const NUMBERS = /[+(]*\d[\d .\-/()]{6,}\d/g
const DIGITS_MIN = 8

/** Free text is needed to decide and may contain anything: addresses and numbers in it are masked. */
const text: Mask = (value) =>
  value
    .replaceAll(EMAILS, email)
    .replaceAll(NUMBERS, (found) => (found.replaceAll(/\D/g, '').length >= DIGITS_MIN ? phone(found) : found))

const hidden: Mask = () => HIDDEN
const day = hidden

export const masked = { name: initials, document, email, phone, key, account: lastOf(3), text, day, hidden }

/** Which members of a record are personal, and how each is masked. */
export type Masks<Row> = { [Name in keyof Row]?: Row[Name] extends string | null | undefined ? Mask : never }

/** The masked record, for everyone who may read it. */
export function withMasks<Row extends object>(row: Row, masks: Masks<Row>): Row {
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const mask = masks[name as keyof Row]
    return [name, mask && typeof value === 'string' ? mask(value) : value]
  })
  return Object.fromEntries(entries) as Row
}

/** Reasons that people wrote, in any record: they may name anyone. */
export const withMaskedWords = <Row extends object>(row: Row): Row =>
  withMasks(row, { reason: text, proposed_reason: text, ended_reason: text } as object as Masks<Row>)

import { isCnpj } from '../base/documents/cnpj.ts'
import { isCpf, maskCpf } from '../base/documents/cpf.ts'

/**
 * What is personal, as it is shown until somebody reveals it for a reason: enough to tell one case from another, too little
 * to be of use to anybody else. How much of a value is left says nothing of how long it is.
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
    // Of a short one nothing is left to be guessed from.
    return shown.length > count * 2 ? `${HIDDEN}${shown.slice(-count)}` : HIDDEN
  }

/**
 * The number of a company is public; of a CPF the middle is shown. Both are recognised by their check digits: documents of other
 * countries also have 11 or 14 digits, and are masked as unknown numbers.
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

/** A key of Pix is a document, a telephone, an e-mail or a number of its own, which is nobody's by itself. */
const key: Mask = (value) => {
  if (value.includes('@')) return email(value)
  if (value.startsWith('+')) return phone(value)
  return /^[0-9A-Z]{11,14}$/.test(value) ? document(value) : `${value.slice(0, 4)}${HIDDEN}`
}

const EMAILS = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+/g
/** Documents, telephones, accounts and cards, however they are written: eight digits or more with what stands between them. */
const NUMBERS = /[+(]*\d[\d .\-/()]{6,}\d/g
const DIGITS_MIN = 8

/** What somebody wrote is needed to decide, and may hold anything: what looks like an address or a number is hidden. */
const text: Mask = (value) =>
  value
    .replaceAll(EMAILS, email)
    .replaceAll(NUMBERS, (found) => (found.replaceAll(/\D/g, '').length >= DIGITS_MIN ? phone(found) : found))

const hidden: Mask = () => HIDDEN
const day = hidden

export const masked = { name: initials, document, email, phone, key, account: lastOf(3), text, day, hidden }

/** Which members of a record are personal, and how each is shown. */
export type Masks<Row> = { [Name in keyof Row]?: Row[Name] extends string | null | undefined ? Mask : never }

/** The record as it may be seen by whoever may look at all. */
export function withMasks<Row extends object>(row: Row, masks: Masks<Row>): Row {
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const mask = masks[name as keyof Row]
    return [name, mask && typeof value === 'string' ? mask(value) : value]
  })
  return Object.fromEntries(entries) as Row
}

/** What people wrote of why they did something, wherever a record keeps it: it may name anybody. */
export const withMaskedWords = <Row extends object>(row: Row): Row =>
  withMasks(row, { reason: text, proposed_reason: text, ended_reason: text } as object as Masks<Row>)

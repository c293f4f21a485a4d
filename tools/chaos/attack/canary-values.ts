import { isCpf } from '@eclusa/gateway/src/platform/tax-ids/cpf.ts'
import type { FuzzOperation } from '../fuzz/contract.ts'
import type { Random } from '../random.ts'

/** A canary: a unique word in place of a secret or personal value. */
export interface Word {
  /** Its field, such as `mother_name`. */
  kind: string
  text: string
}

const digits = (random: Random, length: number) => Array.from({ length }, () => random.int(10)).join('')
const word = (random: Random) => `canario${random.uuid().replaceAll('-', '').slice(0, 12)}`

function cpf(random: Random): string {
  for (;;) {
    const number = `1${digits(random, 10)}`
    if (isCpf(number)) return number
  }
}

/** Personal members of requests, and how a word for each is made. */
const members: Record<string, (random: Random) => string> = {
  name: word,
  full_name: word,
  mother_name: word,
  account_name: word,
  nickname: word,
  street: word,
  street_line_1: word,
  neighborhood: word,
  complement: word,
  description: word,
  client_analysis_details: word,
  document: cpf,
  email: word,
  phone_number: (random) => `5581${digits(random, 9)}`,
  account_number: (random) => `7${digits(random, 13)}`,
  file_name: word,
}

/** Its form in a request. The search is for the word alone. */
const spelled: Record<string, (text: string) => string> = {
  email: (text) => `${text}@pessoa.example`,
  file_name: (text) => `${text}.pdf`,
}

/** One of each. */
export function personalWords(random: Random): Word[] {
  return Object.entries(members).map(([kind, make]) => ({ kind, text: make(random) }))
}

/** The operations with these words in place of personal values in their examples. */
export function laced(operations: FuzzOperation[], words: Word[]): FuzzOperation[] {
  const texts = new Map(words.map(({ kind, text }) => [kind, spelled[kind]?.(text) ?? text]))
  const put = (value: unknown, member = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => put(item, member))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, put(inner, name)]))
    const text = typeof value === 'string' ? texts.get(member) : undefined
    return text === undefined ? value : String(value).startsWith('+') ? `+${text}` : text
  }
  return operations.map((operation) => ({
    ...operation,
    body: operation.body && { ...operation.body, example: put(operation.body.example) },
  }))
}

/** The words found in a text, by field. */
export type Find = (text: string) => string[]

/** In plain form, as bytes in a column or header, and a document with punctuation. */
function spellings({ kind, text }: Word): string[] {
  const bytes = Buffer.from(text)
  const people = text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
  return [text, bytes.toString('hex'), bytes.toString('base64url'), ...(kind.endsWith('document') ? [people] : [])]
}

export function createFinder(words: Word[]): Find {
  const kinds = new Map(
    words.flatMap((word) => spellings(word).map((text) => [text.toLowerCase(), word.kind] as const)),
  )
  const pattern = new RegExp([...kinds.keys()].map((text) => RegExp.escape(text)).join('|'), 'gi')
  return (text) => [...new Set([...text.matchAll(pattern)].map(([found]) => kinds.get(found.toLowerCase())!))]
}

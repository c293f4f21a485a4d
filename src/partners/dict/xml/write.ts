import { dictName } from './shape.ts'

/** What goes between the tags. What is undefined is left out; a list repeats its tag; the order is that of the keys. */
export interface Content {
  [name: string]: string | number | boolean | Content | Content[] | undefined
}

// Not allowed in XML 1.0 at all, not even escaped. A person's text may hold them; it must not break the message.
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A document of DICT, with names in its own spelling. */
export function writeXml(root: string, content: Content): string {
  return `<${root}>${inside(content)}</${root}>`
}

function inside(content: Content): string {
  return Object.entries(content)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each) => [dictName(name), each] as const),
    )
    .map(([tag, value]) => `<${tag}>${typeof value === 'object' ? inside(value) : escape(String(value))}</${tag}>`)
    .join('')
}

/** Line ends are made plain first: a parser would do it anyway, and then the signature would be of another text. */
export function escape(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(impossible, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** 100020 cents as `1000.20`. */
export function reais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError('an amount is a whole, non-negative number of cents')
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

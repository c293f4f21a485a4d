import { dictName } from './shape.ts'

/** The content of an element. Undefined values are omitted; a list repeats its tag; the key order is kept. */
export interface XmlElementContent {
  [name: string]: string | number | boolean | XmlElementContent | XmlElementContent[] | undefined
}

// Not allowed in XML 1.0, not even escaped. A user's text may contain them and must not break the message.
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Writes a DICT document, with names in its spelling. */
export function writeXml(root: string, content: XmlElementContent): string {
  return `<${root}>${inside(content)}</${root}>`
}

function inside(content: XmlElementContent): string {
  return Object.entries(content)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each) => [dictName(name), each] as const),
    )
    .map(([tag, value]) => `<${tag}>${typeof value === 'object' ? inside(value) : escape(String(value))}</${tag}>`)
    .join('')
}

/** Normalises line ends first: a parser would do it anyway, and the signature would then cover another text. */
export function escape(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(impossible, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Formats 100020 cents as `1000.20`. */
export function reais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError('an amount is a whole, non-negative number of cents')
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

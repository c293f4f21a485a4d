import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { assertSafeXml, UnreadableXml } from './xml-safety.ts'

export type XmlValue = string | XmlElement | XmlValue[]
export interface XmlElement {
  [name: string]: XmlValue
}

// Numbers stay strings: an account number without its leading zeros, or an amount as a float, would be a silent error.
// The parser expands no entities; `decode` knows the five of XML and character references.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: false,
  tagValueProcessor: (_, value) => decode(value),
})

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function decode(value: string): string {
  return value.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));|&/gi, (_, hex, number, name) => {
    const known = name ? entities.get(name) : characterOf(hex ? Number.parseInt(hex, 16) : Number(number))
    if (known === undefined) throw new UnreadableXml('has an entity that is not of XML itself')
    return known
  })
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Parses a document into the name of its root and the value under it. */
export function parseXml(xml: string): { root: string; value: XmlValue } {
  assertSafeXml(xml)
  if (XMLValidator.validate(xml) !== true) throw new UnreadableXml('is not well-formed')
  const document = parsed(xml)
  const [root, ...others] = Object.keys(document)
  if (root === undefined || others.length > 0) throw new UnreadableXml('has no single root')
  return { root, value: document[root]! }
}

/** The parser has errors of its own, for example for names that would pollute prototypes. All become UnreadableXml. */
function parsed(xml: string): XmlElement {
  try {
    return parser.parse(xml) as XmlElement
  } catch (error) {
    if (error instanceof UnreadableXml) throw error
    throw new UnreadableXml('cannot be parsed', { cause: error })
  }
}

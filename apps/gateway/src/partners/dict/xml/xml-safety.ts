/** XML safety checks: one pass over the text before any parser reads it. */

/** A document from DICT is not acceptable XML, or has another structure. The message contains places, never values. */
export class UnreadableXml extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'UnreadableXml'
  }
}

/** DICT nests less than ten levels. Canonicalisation is quadratic in the depth: seconds for thirty kilobytes. */
const DEPTH_MAX = 32
/** Two hundred reports, DICT's largest page, are about eight thousand elements. */
const ELEMENTS_MAX = 20_000

/**
 * Rejects a document type, which no message of DICT has, because it would allow entity expansion attacks and external
 * entities (XXE). Also rejects documents with too much depth or too many elements.
 */
export function assertSafeXml(xml: string): void {
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(xml)) throw new UnreadableXml('has a document type')
  let depth = 0
  let elements = 0
  for (const tag of tagsOf(xml)) {
    if (tag.startsWith('</')) depth -= 1
    else elements += 1
    if (!tag.startsWith('</') && !tag.endsWith('/>')) depth += 1
    if (depth > DEPTH_MAX) throw new UnreadableXml('is nested too deep')
    if (elements > ELEMENTS_MAX) throw new UnreadableXml('has too many elements')
  }
}

/** Constructs that begin like a tag, with their ends. */
const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** A tag whose attribute values may contain `>`. The pattern has no ambiguity, so it fails in linear time. */
const tagPattern = /<[^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*>/y

function* tagsOf(xml: string): Generator<string> {
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const [begins = '', ends] = asides.find(([begin]) => xml.startsWith(begin, at)) ?? []
    if (ends) {
      const end = xml.indexOf(ends, at + begins.length)
      if (end === -1) throw new UnreadableXml('is not well-formed')
      at = end + ends.length
      continue
    }
    tagPattern.lastIndex = at
    const [tag] = tagPattern.exec(xml) ?? []
    if (tag === undefined) throw new UnreadableXml('is not well-formed')
    yield tag
    at += tag.length
  }
}

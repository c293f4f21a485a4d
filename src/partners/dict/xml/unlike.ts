/** What no message of DICT looks like is refused by one pass over its text, before anything takes it apart. */

/** What DICT sent is not XML we accept, or not of the shape we expect. The message names places, never values. */
export class UnreadableXml extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'UnreadableXml'
  }
}

/** DICT nests less than ten deep. Canonicalisation takes the square of the depth: seconds for thirty kilobytes. */
const DEPTH_MAX = 32
/** Two hundred reports, the most that DICT sends at once, are some eight thousand elements. */
const ELEMENTS_MAX = 20_000

/**
 * Refuses a document type wherever it stands: no message of DICT has one, and it is the only door by which entities that
 * expand without end, or that read files, come in. Refuses what is too deep or has too many elements.
 */
export function refuseUnlike(xml: string): void {
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

/** What begins like a tag and is none, by how it ends. */
const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** A tag, with values that may hold what would end it. It fails at once where it fails: no part can be read in two ways. */
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

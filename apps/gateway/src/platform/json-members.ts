/** JSON scanner: nesting depth and number of members of a text, in one pass and before it is parsed. */

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58

/** Every colon outside of a string belongs to one member. For a text that is not JSON the numbers have no meaning. */
export function scanJson(text: string): { depth: number; members: number } {
  let depth = 0
  let deepest = 0
  let members = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COLON) members += 1
    // `[`/`{` and `]`/`}` differ in one bit, so one mask tests both pairs.
    else if ((code | 32) === 123) deepest = Math.max(deepest, (depth += 1))
    else if ((code | 32) === 125) depth -= 1
  }
  return { depth: deepest, members }
}

/**
 * How many members a parsed value has. The parser keeps the last of two members with the same name, however each was escaped. A
 * text with more members than its value therefore repeats a name, and another parser on the way could read the first.
 */
export function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += countMembers(item)
  else
    for (const name in value) {
      const member: unknown = (value as Record<string, unknown>)[name]
      count += 1
      if (typeof member === 'object') count += countMembers(member)
    }
  return count
}

/** The result counts of an attack. Each has to be 0. */
export const kinds = ['successes', 'undeclared_5xx', 'hangs', 'canaries'] as const
export type AttackKind = (typeof kinds)[number]

/** How often it was found, and how often it was tried: a zero is worth as much as the number of tries. */
export interface AttackCount {
  found: number
  of: number
}

export interface Counts extends Record<AttackKind, AttackCount> {
  /** The findings, a line each, with enough to reproduce them. */
  findings: string[]
  /** Reasons why the zeros prove nothing. */
  wrong: string[]
}

const none = (): AttackCount => ({ found: 0, of: 0 })

export function noCounts(): Counts {
  return { successes: none(), undeclared_5xx: none(), hangs: none(), canaries: none(), findings: [], wrong: [] }
}

/** Adds a number of tries with their findings, a line each. */
export function count(counts: Counts, kind: AttackKind, of: number, found: string[] = []): void {
  counts[kind].of += of
  counts[kind].found += found.length
  counts.findings.push(...found.map((line) => `${kind}: ${line}`))
}

export function join(all: Counts[]): Counts {
  const joined = noCounts()
  for (const one of all) {
    for (const kind of kinds) {
      joined[kind].found += one[kind].found
      joined[kind].of += one[kind].of
    }
    joined.findings.push(...one.findings)
    joined.wrong.push(...one.wrong)
  }
  return joined
}

/** Whether nothing was found in at least one try. */
export function isHeld(counts: Counts): boolean {
  return kinds.every((kind) => counts[kind].found === 0) && isShown(counts)
}

export const isShown = (counts: Counts): boolean =>
  counts.wrong.length === 0 && kinds.some((kind) => counts[kind].of > 0)

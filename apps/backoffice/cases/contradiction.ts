/** Named facts on a page that are true of this case. */
export type Facts<Fact extends string> = Record<Fact, boolean>

/** Which facts contradict a decision, or a reason offered for it, by the names of both. */
export type Contradictions<Fact extends string> = Readonly<Partial<Record<string, readonly Fact[]>>>

/** The contradictions of one kind of case: the facts, what each contradicts, and the text of each. */
export interface Checked<Fact extends string> {
  facts: Facts<Fact>
  contradicts: Contradictions<Fact>
  words: Record<Fact, string>
}

/**
 * The texts of facts that contradict a decision and its reason. An offered reason counts even when the text was extended.
 */
export function contradicted<Fact extends string>(
  { facts, contradicts, words }: Checked<Fact>,
  verdict: string,
  atHand: Record<string, string>,
  reason: string,
): string[] {
  const given = Object.keys(atHand).filter((name) => reason.includes(atHand[name]!))
  const against = [verdict, ...given].flatMap((name) => contradicts[name] ?? [])
  return [...new Set(against)].filter((fact) => facts[fact]).map((fact) => words[fact])
}

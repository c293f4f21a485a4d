/** Facts that a page shows, by name: those that are true of this case. */
export type Facts<Fact extends string> = Record<Fact, boolean>

/** Which facts speak against a verdict, or against a reason that is offered for it, by the names of both. */
export type Contradictions<Fact extends string> = Readonly<Partial<Record<string, readonly Fact[]>>>

/** What one kind of case knows of contradictions: the facts, what each contradicts, and each in words. */
export interface Checked<Fact extends string> {
  facts: Facts<Fact>
  contradicts: Contradictions<Fact>
  words: Record<Fact, string>
}

/** The facts on the page that a verdict and its reason contradict, in words. A reason that was added to still counts. */
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

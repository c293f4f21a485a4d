import { isDictAway, type Outcome } from './outcome.ts'

/** What is known of a record after DICT was told something about it. */
export type Heard<Value> =
  /** What DICT holds; with the reason where it would not take what it was told. */
  | { held: Value; refused?: string }
  /** DICT hears nothing of us now, whatever it is about. */
  | { away: true }
  /** DICT answered, and has no such record for us, or nothing that can be believed of it. */
  | { lost: string }

/** What DICT holds afterwards is the answer: refused because it was done or taken back meanwhile, or perhaps done. */
export async function hear<Value>(told: Outcome<Value>, ask: () => Promise<Outcome<Value>>): Promise<Heard<Value>> {
  if (told.outcome === 'done') return { held: told.value }
  if (isDictAway(told)) return { away: true }
  const asked = await ask()
  if (asked.outcome === 'done') return { held: asked.value, ...(told.outcome === 'refused' && { refused: told.type }) }
  if (isDictAway(asked)) return { away: true }
  return { lost: asked.outcome === 'refused' ? asked.type : asked.reason }
}

import { BENEFICIARY, MAGIC, TERMS } from './billet-registry/magic.ts'
import { fates, MARK, steps } from './onboarding-checks/magic.ts'

/** A value that asks the sandbox for something: by the digits themselves, and by the word for it in the code. */
export interface MagicValue {
  place: 'document' | 'step' | 'fate' | 'billet' | 'terms' | 'beneficiary'
  digits: string
  name: string
}

const inOrder = (place: MagicValue['place'], names: readonly string[]): MagicValue[] =>
  names.map((name, index) => ({ place, digits: String(index + 1), name }))

const byName = (place: MagicValue['place'], values: Record<string, string>): MagicValue[] =>
  Object.entries(values).map(([name, digits]) => ({ place, digits, name }))

/** Every one there is. `docs/guides/magic-values.md` is the same table for people, in both languages, and a test reads all three. */
export const magicValues: MagicValue[] = [
  { place: 'document', digits: MARK, name: 'magic' },
  ...inOrder('step', steps),
  ...inOrder('fate', fates),
  ...byName('billet', MAGIC),
  ...byName('terms', TERMS),
  ...byName('beneficiary', BENEFICIARY),
]

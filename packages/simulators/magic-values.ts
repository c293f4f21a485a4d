import { BENEFICIARY, MAGIC, TERMS } from './billet-registry/magic.ts'
import { fates, MARK, steps } from './onboarding-checks/magic.ts'

/** A magic value, which chooses a response of the sandbox: the digits, and its name in the code. */
export interface MagicValue {
  place: 'document' | 'step' | 'fate' | 'billet' | 'terms' | 'beneficiary'
  digits: string
  name: string
}

const inOrder = (place: MagicValue['place'], names: readonly string[]): MagicValue[] =>
  names.map((name, index) => ({ place, digits: String(index + 1), name }))

const byName = (place: MagicValue['place'], values: Record<string, string>): MagicValue[] =>
  Object.entries(values).map(([name, digits]) => ({ place, digits, name }))

/** All magic values. `docs/guides/magic-values.md` has the same table in both languages, and a test compares all three. */
export const magicValues: MagicValue[] = [
  { place: 'document', digits: MARK, name: 'magic' },
  ...inOrder('step', steps),
  ...inOrder('fate', fates),
  ...byName('billet', MAGIC),
  ...byName('terms', TERMS),
  ...byName('beneficiary', BENEFICIARY),
]

import type { Mutant } from './mutant.ts'

/** The property tests (tests of generated values) and the area of the code of each. */
export const PROPERTY_TESTS: Record<string, string[]> = {
  'src/areas/billets/check-digits.test.ts': ['src/areas/billets/'],
  'src/areas/billets/decode-digits.round-trip.test.ts': ['src/areas/billets/'],
  'src/areas/crossborder/bank-code.test.ts': ['src/areas/crossborder/bank-code'],
  'src/areas/crossborder/bank-code/check-digits.test.ts': ['src/areas/crossborder/bank-code'],
  'src/areas/onboarding/liveness/address.test.ts': ['src/areas/onboarding/liveness/'],
  'src/areas/transactions/settle-record.test.ts': ['src/areas/transactions/'],
  'src/base/documents/documents.test.ts': ['src/base/documents/'],
  'src/base/read-lines.test.ts': ['src/base/read-lines.ts'],
  'src/desk/journal/verify-journal.test.ts': ['src/desk/journal/'],
  'src/gate/read-body.test.ts': ['src/base/json-members.ts', 'src/gate/read-body.ts'],
  'src/partners/billet-registry/registered-billet.test.ts': ['src/partners/billet-registry/'],
  'src/partners/dict/buckets.test.ts': ['src/partners/dict/buckets.ts'],
  'src/partners/dict/signature/signature.test.ts': ['src/partners/dict/signature/'],
  'src/partners/dict/xml/xml.test.ts': ['src/partners/dict/xml/'],
  'test/deadlines.test.ts': ['src/areas/pix-fund-recovery/', 'src/areas/pix-infractions/', 'src/areas/pix-refunds/'],
  'test/hidden-characters.test.ts': ['src/base/unicode-text.ts', 'src/gate/request-texts.ts'],
  'test/returned.test.ts': ['src/areas/pix-infractions/', 'src/areas/pix-refunds/'],
}

/** A property test for the runner: every test of the file. */
export interface PropertyTest {
  test: string
  named: ''
}

const all = Object.keys(PROPERTY_TESTS).map((test): PropertyTest => ({ test, named: '' }))

/** The property tests whose area a mutant changes. */
export function propertyTestsOf({ files }: Pick<Mutant, 'files'>): PropertyTest[] {
  return all.filter(({ test }) => files.some((file) => PROPERTY_TESTS[test]!.some((area) => file.startsWith(area))))
}

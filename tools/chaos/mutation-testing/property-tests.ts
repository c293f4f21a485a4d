import type { Mutant } from './mutant.ts'

/** The property tests (tests of generated values) and the area of the code of each. */
export const PROPERTY_TESTS: Record<string, string[]> = {
  'apps/gateway/src/areas/billets/check-digits.test.ts': ['apps/gateway/src/areas/billets/'],
  'apps/gateway/src/areas/billets/decode-digits.round-trip.test.ts': ['apps/gateway/src/areas/billets/'],
  'apps/gateway/src/areas/crossborder/bank-code.test.ts': ['apps/gateway/src/areas/crossborder/bank-code'],
  'apps/gateway/src/areas/crossborder/bank-code/check-digits.test.ts': ['apps/gateway/src/areas/crossborder/bank-code'],
  'apps/gateway/src/areas/onboarding/liveness/address.test.ts': ['apps/gateway/src/areas/onboarding/liveness/'],
  'apps/gateway/src/areas/transactions/settle-record.test.ts': ['apps/gateway/src/areas/transactions/'],
  'apps/gateway/src/platform/tax-ids/documents.test.ts': ['apps/gateway/src/platform/tax-ids/'],
  'apps/gateway/src/platform/read-lines.test.ts': ['apps/gateway/src/platform/read-lines.ts'],
  'apps/gateway/src/backoffice/audit-log/verify-audit-log.test.ts': ['apps/gateway/src/backoffice/audit-log/'],
  'apps/gateway/src/http/read-body.test.ts': [
    'apps/gateway/src/platform/json-members.ts',
    'apps/gateway/src/http/read-body.ts',
  ],
  'apps/gateway/src/partners/billet-registry/registered-billet.test.ts': ['apps/gateway/src/partners/billet-registry/'],
  'apps/gateway/src/partners/dict/buckets.test.ts': ['apps/gateway/src/partners/dict/buckets.ts'],
  'apps/gateway/src/partners/dict/signature/signature.test.ts': ['apps/gateway/src/partners/dict/signature/'],
  'apps/gateway/src/partners/dict/xml/xml.test.ts': ['apps/gateway/src/partners/dict/xml/'],
  'apps/gateway/test/deadlines.test.ts': [
    'apps/gateway/src/areas/pix-fund-recovery/',
    'apps/gateway/src/areas/pix-infractions/',
    'apps/gateway/src/areas/pix-refunds/',
  ],
  'apps/gateway/test/hidden-characters.test.ts': [
    'apps/gateway/src/platform/unicode-text.ts',
    'apps/gateway/src/http/request-texts.ts',
  ],
  'apps/gateway/test/returned-amounts.test.ts': [
    'apps/gateway/src/areas/pix-infractions/',
    'apps/gateway/src/areas/pix-refunds/',
  ],
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

import type { AttackPart } from './part.ts'

const suites = [
  'apps/gateway/test/isolation.test.ts',
  'apps/gateway/test/row-level-security.test.ts',
  'apps/gateway/test/attempts.test.ts',
  'apps/gateway/test/backoffice-roles.test.ts',
  'tools/chaos/test/nightly/grants.test.ts',
  'apps/gateway/test/db-grants.test.ts',
  'apps/gateway/src/http/scope/scope-cache.test.ts',
]

/** Every operation with every foreign id, and every login of the database with foreign rows. */
export const isolation: AttackPart = {
  name: 'isolation',
  what: 'isolation matrix: operations, places of ids, logins of the database',
  rounds: 1,
  planted: { bug: 'http/scope-condition-dropped', rounds: 1, finds: 'successes' },
  suites,
}

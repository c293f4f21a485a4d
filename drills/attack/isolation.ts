import type { Part } from './part.ts'

const suites = [
  'test/isolation.test.ts',
  'test/first-wall.test.ts',
  'test/attempts.test.ts',
  'test/desk-roles.test.ts',
  'test/nightly/grants.test.ts',
  'test/rights.test.ts',
  'src/gate/scope/assumed-scopes.test.ts',
]

/** Every operation with every foreign id, and every login of the database with foreign rows. */
export const isolation: Part = {
  name: 'isolation',
  what: 'isolation matrix: operations, places of ids, logins of the database',
  rounds: 1,
  planted: { bug: 'gate/scope-condition-dropped', rounds: 1, finds: 'successes' },
  suites,
}

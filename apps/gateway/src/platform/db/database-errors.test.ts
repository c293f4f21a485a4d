import { expect, it } from 'vitest'
import { isTransient, PartitionMissing, wrapTransient } from './database-errors.ts'

it.each([
  ['40001', true],
  ['40P01', true],
  ['53100', true],
  ['53200', true],
  ['53300', true],
  ['58030', true],
  ['25P03', true],
  ['55P03', true],
  ['57014', true],
  ['57P01', true],
  ['57P02', true],
  ['57P03', true],
  ['57P04', true],
  ['25006', true],
  ['08006', true],
  ['ECONNRESET', true],
  ['23505', false],
  ['23514', false],
  ['42P01', false],
  ['42501', false],
  ['22P02', false],
])('%s is a temporary error: %s', (code, passing) =>
  expect(isTransient(Object.assign(new Error('x'), { code }))).toBe(passing),
)

it.each([
  ['Connection terminated unexpectedly', true],
  ['timeout exceeded when trying to connect', true],
  ['Query read timeout', true],
  ['cannot read properties of undefined', false],
])('without a code: %s is a temporary error: %s', (message, passing) =>
  expect(isTransient(new Error(message))).toBe(passing),
)

it('a value that is not an Error is not a temporary error', () => {
  expect(isTransient(undefined)).toBe(false)
  expect(isTransient('connection')).toBe(false)
})

it('a row without a partition is a temporary error that names the table; a violated check is an error of the row', () => {
  const error = (more: object) => Object.assign(new Error('x'), { code: '23514', table: 'events', ...more })
  expect(wrapTransient(error({}))).toBeInstanceOf(PartitionMissing)
  expect(wrapTransient(error({}))).toMatchObject({ table: 'events' })
  const broken = error({ constraint: 'events_check' })
  expect(wrapTransient(broken)).toBe(broken)
})

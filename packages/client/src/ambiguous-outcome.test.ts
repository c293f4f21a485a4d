import { expect, it } from 'vitest'
import { leavesOpen, mayHaveHappened } from './ambiguous-outcome.ts'

it.each([
  [400, 'REQUEST_MALFORMED', false, false],
  [401, 'CREDENTIALS_REFUSED', false, true],
  [403, 'PRODUCT_FORBIDDEN', false, true],
  [403, 'HTTP_403', false, true],
  [404, 'CROSSBORDER_ACCOUNT_NOT_FOUND', false, false],
  [408, 'HTTP_408', true, true],
  [409, 'CROSSBORDER_ACCOUNT_EXISTS', false, false],
  [412, 'PRECONDITION_FAILED', false, false],
  [422, 'WALLET_NOT_ACTIVE', false, true],
  [429, 'RATE_LIMITED', false, true],
  [500, 'INTERNAL_ERROR', true, true],
  [502, 'HTTP_502', true, true],
  [503, 'UNAVAILABLE', false, true],
  [503, 'OUTCOME_UNKNOWN', true, true],
  [503, 'HTTP_503', true, true],
  [504, 'HTTP_504', true, true],
])('%i %s: may have happened %s, leaves an earlier attempt open %s', (status, code, happened, open) => {
  expect([mayHaveHappened({ status, code }), leavesOpen({ status, code })]).toEqual([happened, open])
})

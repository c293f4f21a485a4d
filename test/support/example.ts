import type { Ask, TestGateway, TestUser } from './gateway.ts'

/**
 * One call of every operation that succeeds, made for a given user with records of that user. The tests that walk the
 * route table use them, and fail when an operation has none: nothing is added to the contract without being tried.
 */
export type Example = (
  gateway: TestGateway,
  user: TestUser,
) => Promise<Ask & { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' }>

import type { AskGateway, TestGateway, TestUser } from './gateway.ts'

/**
 * One successful call of every operation, for a given user with records of that user. The tests that walk the route table
 * use them, and fail when an operation has none: every operation of the contract is tested.
 */
export type Example = (
  gateway: TestGateway,
  user: TestUser,
) => Promise<AskGateway & { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' }>

import type pg from 'pg'
import { openPool } from './pool.ts'

/**
 * Pool for work across users. Row-level security lets its role see every row, so only the worker and the operator's commands may
 * import this file. The import rules check that list.
 */
export function createOperatorPool(connectionString: string, size: number, statementTimeoutMs?: number): pg.Pool {
  const name = 'eclusa-operator'
  return openPool({ connectionString, size, name, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) })
}

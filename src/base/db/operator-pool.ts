import type pg from 'pg'
import { openPool } from './pool.ts'

/**
 * The way to work that crosses users. Row-level security lets its role see every row, so who may import this file is a
 * short list, checked by the arrows: the worker and the operator's commands.
 */
export function openOperatorPool(connectionString: string, size: number, statementTimeoutMs?: number): pg.Pool {
  const name = 'eclusa-operator'
  return openPool({ connectionString, size, name, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) })
}
